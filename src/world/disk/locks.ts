/** Lock files: names that look like locks and were made by a call that only the first can succeed with. For those who ask what was left locked. */
import type { Inode } from './inode.ts';

const LOCK_NAME = /(?:^|[._-])(?:lock|lck)$/iu;

export class Locks {
  readonly #made: { readonly path: string; readonly inode: Inode }[] = [];

  claimed(path: string, name: string, inode: Inode): void {
    if (LOCK_NAME.test(name)) this.#made.push({ path, inode });
  }

  /** Paths under which they were made, of those that still exist. */
  held(): readonly string[] {
    return this.#made.filter(({ inode }) => inode.nlink > 0).map(({ path }) => path);
  }
}
