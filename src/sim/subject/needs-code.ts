/** A run needs something that was not loaded before it began. It is loaded, and the run begins again with the same decisions. */

export type Needed =
  /** A file that a module asked for by a computed name. */
  | { readonly kind: 'module'; readonly path: string }
  /** The program of a node; `place` is where the scenario names it. */
  | { readonly kind: 'entry'; readonly entry: string; readonly node: string; readonly place: string | undefined }
  /** A package that is taken from the host. */
  | { readonly kind: 'hosted'; readonly specifier: string };

export class NeedsCode extends Error {
  override readonly name = 'NeedsCode';
  readonly needed: readonly Needed[];

  constructor(needed: readonly Needed[]) {
    super('something is needed that will be loaded before the run is repeated');
    this.needed = needed;
  }
}

/** What a second loading could not help with would go round for ever. */
export function keyOf(needed: Needed): string {
  switch (needed.kind) {
    case 'module':
      return `module ${needed.path}`;
    case 'entry':
      return `entry ${needed.entry}`;
    case 'hosted':
      return `hosted ${needed.specifier}`;
  }
}
