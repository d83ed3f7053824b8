/**
 * Tells when files of a project change. Every folder is watched on its own, because watching a whole tree means watching everything that is
 * installed in it as well; folders that appear are watched from then on.
 */
import { type FSWatcher, lstatSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { blake3Hex } from '../base/blake3.ts';
import { FozzyError } from '../base/problem.ts';
import { errnoOf } from '../store/file-error.ts';
import { prunedFolders } from './find-files.ts';

/** Editors and version control change several files at once, or one in several steps. */
const SETTLED_AFTER_MS = 80;

/** Larger files count as changed whenever they are written. */
const COMPARED_BYTES_MAX = 2 ** 23;

/** What editors write beside a file, and what Fozzy records. */
const NOBODYS_WORK = /(?:^\.#|~$|\.sw[a-z]$|\.tmp$|^4913$|\.fozzy(?:\.lock)?$)/u;

export class FolderWatch {
  readonly #root: string;
  readonly #ignored = new Set<string>();
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  /** What files that changed held when that was told. */
  readonly #told = new Map<string, string>();
  #heard: () => void = () => undefined;

  constructor(root: string) {
    this.#root = root;
    this.#enter(root, false);
  }

  /** From now on changes of these files and folders, given as absolute paths, mean nothing. */
  ignore(paths: Iterable<string>): void {
    for (const path of paths) {
      this.#ignored.add(path);
      this.#leave(path);
    }
  }

  /** The next changed files, relative to the folder, in order; nothing once the signal says that nobody waits any more. */
  async next(signal: AbortSignal): Promise<readonly string[]> {
    await settled();
    this.#forgetRepeated();
    for (let seen = 0; !signal.aborted && (seen === 0 || seen !== this.#changed.size); ) {
      seen = this.#changed.size;
      await (seen === 0 ? this.#somethingHeard(signal) : settled());
    }
    const changed = [...this.#changed].toSorted();
    this.#changed.clear();
    for (const path of changed) this.#told.set(path, contentOf(path));
    return signal.aborted ? [] : changed.map((path) => relative(this.#root, path));
  }

  /** A program on the real disk writes the same file again whenever it is executed; that must not execute it again. */
  #forgetRepeated(): void {
    for (const path of this.#changed) if (this.#told.get(path) === contentOf(path)) this.#changed.delete(path);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #somethingHeard(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#heard = () => {
        signal.removeEventListener('abort', this.#heard);
        resolve();
      };
      signal.addEventListener('abort', this.#heard);
    });
  }

  #enter(folder: string, isNew: boolean): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name !== null) this.#notice(join(folder, name), name);
      });
      watcher.on('error', () => this.#leave(folder));
      this.#watchers.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (!this.#matters(path, entry.name)) continue;
        if (isNew) this.#changed.add(path);
        if (entry.isDirectory()) this.#enter(path, isNew);
      }
    } catch (error) {
      // Gone again, or not ours to read: what cannot be seen cannot be part of a run either.
      const errno = errnoOf(error);
      if (errno !== 'ENOSPC' && errno !== 'EMFILE') return;
      throw new FozzyError('io', `the system does not let any more folders be watched than ${this.#watchers.size}`, {
        hint: 'start the command in a smaller folder with --cwd, or raise the limit (fs.inotify.max_user_watches on Linux)',
        details: { path: folder, errno },
      });
    }
  }

  #leave(folder: string): void {
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
  }

  #notice(path: string, name: string): void {
    if (!this.#matters(path, name)) return;
    if (isFolder(path))
      this.#enter(path, true); // with all that was put into it before it could be watched
    else this.#leave(path);
    // A folder that was made for a report is no news either.
    if ([...this.#ignored].some((ignored) => ignored.startsWith(path + sep))) return;
    this.#changed.add(path);
    this.#heard();
  }

  #matters(path: string, name: string): boolean {
    return !this.#ignored.has(path) && !prunedFolders.has(name) && !NOBODYS_WORK.test(name);
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, SETTLED_AFTER_MS);
  });
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false; // gone again
  }
}

function contentOf(path: string): string {
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) return 'a folder';
    return stats.size > COMPARED_BYTES_MAX ? `${stats.size} bytes of ${stats.mtimeMs}` : blake3Hex(readFileSync(path));
  } catch {
    return 'nothing to read';
  }
}
