/**
 * Reads, writes and removes files below one real directory and nowhere else. A file is reached by
 * opening one directory after the other without following links, each by way of the handle of the one
 * before, so that a link put in place after the path was looked at is an error and not a way out.
 */
import { realpathSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, mkdir, realpath, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../host/failure.ts';
import { isAbsence, Moved, pathFailure, systemFailure } from './file-failure.ts';
import { locate } from './location.ts';
import { enter, expectFile, openForReading, openForWriting, readAll } from './no-follow.ts';

/** Root-relative, '/'-separated, free of links when it was found. */
export type Location = string;

export type FileState = { readonly kind: 'absent' } | { readonly kind: 'file'; readonly bytes: Buffer; readonly mode: number };

/** An honest program replaces a file now and then; one that does it on every attempt is not honest. */
const attemptsMax = 8;

export class Sandbox {
  readonly #root: string;
  /** Directories that only exist because a file was written; they go when their last file is removed. */
  readonly #made = new Set<Location>();

  constructor(root: string) {
    this.#root = realpathSync(root);
  }

  /** Resolves the path and acts on the place it leads to; both again if the place changed in between. */
  async at<T>(named: string, act: (location: Location) => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      try {
        return await act((await locate(this.#root, named)).join('/'));
      } catch (thrown) {
        if (!isMove(thrown)) throw thrown;
      }
    }
    throw pathFailure('the path keeps changing while it is being opened');
  }

  async load(location: Location, bytesMax: number): Promise<FileState> {
    try {
      return await this.#inDirectory(location, 'existing', async (path) => {
        const handle = await openForReading(path);
        return closing(handle, async () => {
          await this.#verify(handle, location);
          return { kind: 'file', bytes: await readAll(handle, bytesMax), mode: (await handle.stat()).mode & 0o7777 };
        });
      });
    } catch (thrown) {
      if (isAbsence(thrown)) return { kind: 'absent' };
      throw thrown;
    }
  }

  /** `mode` is for a file that has to be created anew; an existing one keeps its own. */
  async store(location: Location, bytes: Uint8Array, mode: number | undefined): Promise<void> {
    await this.#inDirectory(location, 'created', async (path) => {
      const { handle, isNew } = await openForWriting(path);
      await closing(handle, async () => {
        await this.#verify(handle, location);
        if (isNew && mode !== undefined) await handle.chmod(mode);
        await handle.truncate(0);
        await handle.writeFile(bytes);
      });
    });
  }

  /** Also removes the directories that were made for the file, as far as they are empty. */
  async remove(location: Location): Promise<void> {
    try {
      await this.#inDirectory(location, 'existing', async (path) => {
        await expectFile(path);
        await unlink(path);
      });
    } catch (thrown) {
      if (!isAbsence(thrown)) throw thrown;
    }
    await this.#removeMade(parentOf(location));
  }

  async #removeMade(location: Location): Promise<void> {
    if (!this.#made.has(location)) return;
    try {
      await this.#inDirectory(location, 'existing', rmdir);
    } catch {
      // It holds something else by now, or is gone: either way it is nobody's business any more.
      return;
    }
    this.#made.delete(location);
    await this.#removeMade(parentOf(location));
  }

  /** Walks to the directory of the location and hands on the way by which the last component can be named. */
  async #inDirectory<T>(location: Location, parents: 'existing' | 'created', act: (path: string) => Promise<T>): Promise<T> {
    const parts = location.split('/');
    const name = parts.pop() ?? '';
    let directory = await enter(this.#root);
    try {
      for (const [at, part] of parts.entries()) {
        const path = join(directory.path, part);
        if (parents === 'created') await this.#make(path, parts.slice(0, at + 1).join('/'));
        const next = await enter(path);
        await directory.handle?.close();
        directory = next;
      }
      return await act(join(directory.path, name));
    } finally {
      await directory.handle?.close();
    }
  }

  async #make(path: string, location: Location): Promise<void> {
    try {
      await mkdir(path);
      this.#made.add(location);
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') throw thrown;
    }
  }

  /** The opened file must be the one that the path, still free of links, names now. */
  async #verify(handle: FileHandle, location: Location): Promise<void> {
    const path = join(this.#root, ...location.split('/'));
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile()) throw systemFailure('EINVAL', 'not a regular file');
    const named = await absentAsMoved(lstat(path, { bigint: true }));
    const isSame = opened.dev === named.dev && opened.ino === named.ino;
    if (!isSame || (await absentAsMoved(realpath(path))) !== path) throw new Moved();
  }
}

/** The answer for a caller that cannot look again. */
export function asPathFailure(thrown: unknown): unknown {
  return isMove(thrown) ? pathFailure('a symbolic link took the place of a file or directory') : thrown;
}

async function closing<T>(handle: FileHandle, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } finally {
    await handle.close();
  }
}

async function absentAsMoved<T>(looking: Promise<T>): Promise<T> {
  try {
    return await looking;
  } catch (thrown) {
    throw isAbsence(thrown) || codeOf(thrown) === 'ELOOP' ? new Moved() : thrown;
  }
}

/** A link that appears under our hands is refused by the system itself. */
function isMove(thrown: unknown): boolean {
  return thrown instanceof Moved || codeOf(thrown) === 'ELOOP' || codeOf(thrown) === 'EEXIST';
}

function parentOf(location: Location): Location {
  return location.slice(0, Math.max(0, location.lastIndexOf('/')));
}
