/**
 * What a disk holds before anybody writes: the directories every machine has and, below one root, the files of the project. An image is made once and shared
 * by all disks of a campaign, and nothing of it is looked at before a program asks, so a fresh disk costs next to nothing.
 */

export type ImageKind = 'file' | 'directory' | 'symlink' | 'null-device';

export interface BaseEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'symlink';
  readonly executable: boolean;
}

/** Reads the real files below the visible root; paths are absolute. It is asked once per path, whatever happens in the runs. */
export interface BaseReader {
  /** Undefined when there is no such directory. */
  entries(path: string): readonly BaseEntry[] | undefined;
  bytes(path: string): Uint8Array;
  target(path: string): string;
}

export class ImageNode {
  readonly kind: ImageKind;
  readonly mode: number;
  /** Owned by the user the machine runs as, or by the administrator. */
  readonly ownedByUser: boolean;
  private readonly children = new Map<string, ImageNode>();
  private content: Uint8Array | undefined;
  private link: string | undefined;
  private base: { readonly reader: BaseReader; readonly path: string } | undefined;
  private listed = true;

  constructor(kind: ImageKind, mode: number, ownedByUser: boolean) {
    this.kind = kind;
    this.mode = mode;
    this.ownedByUser = ownedByUser;
  }

  child(name: string): ImageNode | undefined {
    if (!this.listed) this.list();
    return this.children.get(name);
  }

  names(): Iterable<string> {
    if (!this.listed) this.list();
    return this.children.keys();
  }

  get bytes(): Uint8Array {
    this.content ??= this.base === undefined ? new Uint8Array(0) : this.base.reader.bytes(this.base.path);
    return this.content;
  }

  get target(): string {
    this.link ??= this.base === undefined ? '' : this.base.reader.target(this.base.path);
    return this.link;
  }

  /** A real file of the project rather than one the scenario made up. */
  get isReal(): boolean {
    return this.base !== undefined;
  }

  put(name: string, node: ImageNode): void {
    if (!this.listed) this.list();
    this.children.set(name, node);
  }

  backedBy(reader: BaseReader, path: string): void {
    this.base = { reader, path };
    this.listed = this.kind !== 'directory';
  }

  private list(): void {
    this.listed = true;
    const { base } = this;
    if (base === undefined) return;
    for (const entry of base.reader.entries(base.path) ?? []) {
      const mode = entry.kind === 'symlink' ? 0o777 : entry.kind === 'directory' || entry.executable ? 0o755 : 0o644;
      const node = new ImageNode(entry.kind, mode, true);
      node.backedBy(base.reader, `${base.path === '/' ? '' : base.path}/${entry.name}`);
      this.children.set(entry.name, node);
    }
  }
}

export interface ImageOptions {
  /** Real files below this directory are visible; they are read when asked for and never written. */
  readonly base?: { readonly root: string; readonly reader: BaseReader };
}

/** `/`, `/tmp` for everybody, a home directory, `/dev/null`, and the files of the project where they really lie. */
/** Of the user every program runs as. */
export const HOME = '/home/node';

export function createImage(options: ImageOptions = {}): ImageNode {
  const root = new ImageNode('directory', 0o755, false);
  root.put('tmp', new ImageNode('directory', 0o1777, false));
  directoryAt(root, HOME);
  const devices = new ImageNode('directory', 0o755, false);
  devices.put('null', new ImageNode('null-device', 0o666, false));
  root.put('dev', devices);
  if (options.base !== undefined) directoryAt(root, options.base.root).backedBy(options.base.reader, options.base.root);
  return root;
}

/** The last directory belongs to the user; the ones above it, as on real machines, to the administrator. */
function directoryAt(root: ImageNode, path: string): ImageNode {
  const names = path.split('/').filter((name) => name !== '');
  let at = root;
  for (const [index, name] of names.entries()) {
    let next = at.child(name);
    if (next === undefined) {
      next = new ImageNode('directory', 0o755, index === names.length - 1);
      at.put(name, next);
    }
    at = next;
  }
  return at;
}
