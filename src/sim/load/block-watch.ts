/** Tells which blocks of the user's code ran since the last look, and where they stand. For the few runs that somebody has explained. */
import type { Position } from '../../base/line-index.ts';
import type { CodeBase } from './code-base.ts';
import type { ModuleCode } from './module-code.ts';
import { SourcePlaces } from './source-places.ts';

export interface BlockPlace extends Position {
  /** Absolute. */
  readonly path: string;
}

export class BlockWatch {
  readonly #codeBase: CodeBase;
  readonly #places: SourcePlaces;
  readonly #seen = new Map<ModuleCode, Uint16Array>();
  readonly #blocks: { readonly code: ModuleCode; readonly at: number }[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(codeBase: CodeBase) {
    this.#codeBase = codeBase;
    this.#places = new SourcePlaces(codeBase);
  }

  /** Numbers of the blocks that ran since this was asked before, in the order of the source. */
  look(): readonly number[] {
    const ran: number[] = [];
    for (const code of this.#codeBase.modules) {
      if (!code.counting || code.format === 'json') continue;
      const { counters } = code;
      const seen = this.#seen.get(code) ?? new Uint16Array(counters.length);
      for (let at = 0; at < counters.length; at += 1)
        if (counters[at] !== seen[at] && counters[at] !== 0) ran.push(this.#numberOf(code, at));
      seen.set(counters);
      this.#seen.set(code, seen);
    }
    return ran;
  }

  placeOf(number: number): BlockPlace | undefined {
    const block = this.#blocks[number];
    const place = block === undefined ? undefined : this.#places.blocksOf(block.code)[block.at];
    return block === undefined || place === undefined ? undefined : { path: block.code.path, ...place.start };
  }

  #numberOf(code: ModuleCode, at: number): number {
    const key = `${code.arrayName} ${at}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#blocks.length);
    return this.#blocks.push({ code, at }) - 1;
  }
}
