/** `fs.Dir`: a directory that is read entry by entry. */
import type { Inode } from '../../../world/disk/inode.ts';
import { readableDirectory } from '../../../world/disk/name-calls.ts';
import { nodeError } from '../../node-error.ts';
import { callbackOf, encodedName, optionsOf, pathOf } from './arguments.ts';
import type { Call } from './call.ts';
import { Dirent, direntKind } from './dirent.ts';
import { orderedNames } from './directory-calls.ts';
import { found } from './fs-error.ts';
import { later, now, promised, type Work } from './schedule.ts';

export class Dir {
  readonly path: string;
  readonly #directory: Inode;
  readonly #names: string[];
  readonly #encoding: unknown;
  #closed = false;

  constructor(path: string, directory: Inode, names: string[], encoding: unknown) {
    this.path = path;
    this.#directory = directory;
    this.#names = names;
    this.#encoding = encoding;
  }

  readSync(): Dirent | null {
    this.#checkOpen();
    return now({ name: 'read', path: this.path }, this.#next);
  }

  read(callback?: unknown): Promise<Dirent | null> | undefined {
    this.#checkOpen();
    if (callback === undefined) return promised({ name: 'scandir', path: this.path }, this.#next);
    const call = callbackOf(callback);
    later({ name: 'scandir', path: this.path }, this.#next, (error, entry) => call(error, entry));
    return undefined;
  }

  closeSync(): void {
    this.#checkOpen();
    this.#closed = true;
  }

  close(callback?: unknown): Promise<void> | undefined {
    const operation = { name: 'closedir', path: this.path };
    if (callback === undefined) return this.#closeLater();
    const call = callbackOf(callback);
    this.#checkOpen();
    this.#closed = true;
    later(
      operation,
      () => undefined,
      (error) => call(error),
    );
    return undefined;
  }

  async #closeLater(): Promise<void> {
    this.#checkOpen();
    this.#closed = true;
    await promised({ name: 'closedir', path: this.path }, () => undefined);
  }

  /** Closes itself at the end, also when the loop is left early. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Dirent, void, void> {
    try {
      for (;;) {
        const entry = await this.read();
        if (entry === null || entry === undefined) return;
        yield entry;
      }
    } finally {
      if (!this.#closed) await this.#closeLater();
    }
  }

  entries(): AsyncGenerator<Dirent, void, void> {
    return this[Symbol.asyncIterator]();
  }

  readonly #next: Work<Dirent | null> = (disk) => {
    for (;;) {
      const name = this.#names.shift();
      if (name === undefined) return null;
      const inode = disk.lookup(this.#directory, name);
      if (inode !== undefined) return new Dirent(encodedName(name, this.#encoding), this.path, direntKind(inode));
    }
  };

  #checkOpen(): void {
    if (this.#closed) throw nodeError('ERR_DIR_CLOSED', 'Directory handle was closed');
  }
}

export function opendirCall(given: unknown, options: unknown): Call<Dir> {
  const path = pathOf(given);
  const { encoding } = optionsOf(options);
  return {
    name: 'opendir',
    path: path.given,
    work: (disk, machine) => {
      const directory = found<Inode>(readableDirectory(disk, path.full), 'opendir', path.given);
      return new Dir(path.given, directory, orderedNames(disk, machine, directory), encoding);
    },
  };
}
