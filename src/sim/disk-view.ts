/** The disk of a machine as the test sees it: everything on it, whatever its rights, without disturbing the run. */
import { present } from '../base/assert.ts';
import { utf8Encode } from '../base/utf8.ts';
import { inodeAt } from '../world/disk/attribute-calls.ts';
import { durableSnapshot } from '../world/disk/crash.ts';
import { close, fsync, open, write } from '../world/disk/file-calls.ts';
import type { Inode } from '../world/disk/inode.ts';
import { O_CREAT, O_RDONLY, O_TRUNC, O_WRONLY } from '../world/disk/open-file.ts';
import { presetDirectory } from '../world/disk/preset.ts';
import { type Snapshot, snapshotOf } from '../world/disk/snapshot.ts';
import type { VirtualDisk } from '../world/disk/virtual.ts';
import { diskOf } from './builtin/fs/machine-disk.ts';
import type { Machine } from './machine.ts';

/** Files at one moment. Paths are absolute, or relative to the working directory of the machine. */
export abstract class FilesView {
  protected readonly name: string;
  readonly #cwd: string;

  constructor(name: string, cwd: string) {
    this.name = name;
    this.#cwd = cwd;
  }

  protected abstract find(path: string): Uint8Array | undefined;

  /** Names in a directory, sorted; undefined when there is none. */
  protected abstract names(path: string): readonly string[] | undefined;

  protected abstract files(): Snapshot;

  read(path: string): string {
    return Buffer.from(this.bytes(path)).toString();
  }

  bytes(path: string): Uint8Array {
    const found = this.find(this.full(path));
    if (found === undefined) throw new Error(`${this.name} has no file ${this.full(path)}${this.#nearby(this.full(path))}`);
    return found;
  }

  json(path: string): unknown {
    const text = this.read(path);
    try {
      return JSON.parse(text);
    } catch (error) {
      const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
      throw new Error(`${this.full(path)} on ${this.name} is no JSON: ${JSON.stringify(shown)}`, { cause: error });
    }
  }

  exists(path: string): boolean {
    return this.find(this.full(path)) !== undefined || this.names(this.full(path)) !== undefined;
  }

  list(path: string): readonly string[] {
    const names = this.names(this.full(path));
    if (names === undefined) throw new Error(`${this.name} has no directory ${this.full(path)}`);
    return names;
  }

  /** The text of every file by its path, without the real files of the project that nobody changed. */
  tree(): Readonly<Record<string, string>> {
    const tree: Record<string, string> = {};
    for (const [path, entry] of this.files()) if (entry.kind === 'file') tree[path] = Buffer.from(entry.bytes).toString();
    return tree;
  }

  protected full(path: string): string {
    return path.startsWith('/') ? path : `${this.#cwd === '/' ? '' : this.#cwd}/${path}`;
  }

  #nearby(path: string): string {
    const directory = path.slice(0, Math.max(1, path.lastIndexOf('/')));
    const names = this.names(directory);
    if (names === undefined) return '';
    return names.length === 0 ? `; ${directory} is empty` : `; ${directory} holds ${names.slice(0, 10).join(', ')}`;
  }
}

export class DiskView extends FilesView {
  readonly #disk: VirtualDisk;
  readonly #cwdOfMachine: string;

  constructor(machine: Machine) {
    super(machine.name, machine.options.cwd ?? '/');
    this.#disk = diskOf(machine);
    this.#cwdOfMachine = machine.options.cwd ?? '/';
  }

  /** What a power loss right now leaves if nothing survives that was not synced. */
  durable(): FilesView {
    return new SnapshotView(this.name, this.#cwdOfMachine, durableSnapshot(this.#disk));
  }

  /** Puts a file there, durable at once; programs that watch see it. */
  write(path: string, data: string | Uint8Array): void {
    const disk = this.#disk;
    const full = this.full(path);
    const directory = full.slice(0, Math.max(1, full.lastIndexOf('/')));
    const { uid } = disk;
    presetDirectory(disk, directory);
    const bytes = typeof data === 'string' ? utf8Encode(data) : data;
    asAdministrator(disk, () => {
      const fd = open(disk, full, O_WRONLY | O_CREAT | O_TRUNC, 0o644);
      if (fd < 0) throw new Error(`${full} on ${this.name} cannot be written: it is a directory, or the disk is full`);
      present(disk.files[fd], 'a descriptor that was just opened').inode.uid = uid;
      write(disk, fd, bytes, 0, bytes.length, 0);
      fsync(disk, fd, 'all');
      close(disk, fd);
      const parent = open(disk, directory, O_RDONLY, 0);
      fsync(disk, parent, 'all');
      close(disk, parent);
    });
  }

  protected override find(path: string): Uint8Array | undefined {
    const inode = this.#inode(path);
    if (inode === undefined || !inode.isFile) return undefined;
    const content = this.#disk.contentOf(inode);
    return content.slice(0, content.size);
  }

  protected override names(path: string): readonly string[] | undefined {
    const inode = this.#inode(path);
    return inode?.isDirectory === true ? this.#disk.names(inode) : undefined;
  }

  protected override files(): Snapshot {
    return snapshotOf(this.#disk);
  }

  #inode(path: string): Inode | undefined {
    const inode = asAdministrator(this.#disk, () => inodeAt(this.#disk, path, true));
    return typeof inode === 'number' ? undefined : inode;
  }
}

class SnapshotView extends FilesView {
  readonly #snapshot: Snapshot;

  constructor(name: string, cwd: string, snapshot: Snapshot) {
    super(name, cwd);
    this.#snapshot = snapshot;
  }

  protected override find(path: string): Uint8Array | undefined {
    const entry = this.#snapshot.get(path);
    return entry?.kind === 'file' ? entry.bytes : undefined;
  }

  protected override names(path: string): readonly string[] | undefined {
    const prefix = path === '/' ? '/' : `${path}/`;
    const names = new Set<string>();
    for (const each of this.#snapshot.keys()) if (each.startsWith(prefix)) names.add(each.slice(prefix.length).split('/')[0] ?? '');
    return names.size > 0 || this.#snapshot.get(path)?.kind === 'directory' ? [...names].sort() : undefined;
  }

  protected override files(): Snapshot {
    return this.#snapshot;
  }
}

function asAdministrator<T>(disk: VirtualDisk, act: () => T): T {
  const { uid } = disk;
  disk.uid = 0;
  try {
    return act();
  } finally {
    disk.uid = uid;
  }
}
