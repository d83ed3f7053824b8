/**
 * Tells when files of a project change. Every folder is watched on its own, because watching a whole tree means watching everything that is
 * installed in it as well; folders that appear are watched from then on.
 */
import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { errnoOf } from '../store/file-error.ts';
import { prunedFolders } from './find-files.ts';

/** Editors and version control change several files at once, or one in several steps. */
const SETTLED_AFTER_MS = 80;

/** What editors write beside a file, and what Fozzy records. */
const NOBODYS_WORK = /(?:^\.#|~$|\.sw[a-z]$|\.tmp$|^4913$|\.fozzy(?:\.lock)?$)/u;

export class FolderWatch {
  readonly #root: string;
  readonly #ignored: ReadonlySet<string>;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  #heard: () => void = () => undefined;

  /** `ignored` are absolute paths of files and folders whose changes mean nothing. */
  constructor(root: string, ignored: Iterable<string>) {
    this.#root = root;
    this.#ignored = new Set(ignored);
    this.#enter(root);
  }

  /** The next changed files, relative to the folder, in order; nothing once the signal says that nobody waits any more. */
  async next(signal: AbortSignal): Promise<readonly string[]> {
    for (let seen = 0; !signal.aborted && (seen === 0 || seen !== this.#changed.size); ) {
      seen = this.#changed.size;
      await (seen === 0 ? this.#somethingHeard(signal) : settled());
    }
    const changed = [...this.#changed].toSorted();
    this.#changed.clear();
    return signal.aborted ? [] : changed;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #somethingHeard(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#heard = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #enter(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name !== null) this.#notice(join(folder, name), name);
      });
      watcher.on('error', () => this.#leave(folder));
      this.#watchers.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory() && this.#matters(join(folder, entry.name), entry.name)) this.#enter(join(folder, entry.name));
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
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #notice(path: string, name: string): void {
    if (!this.#matters(path, name)) return;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) this.#enter(path);
    else if (stats === undefined && this.#watchers.has(path)) this.#leave(path);
    this.#changed.add(relative(this.#root, path));
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
