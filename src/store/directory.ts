/** Directories the store writes into: made with their parents, made durable, and never reached through a symbolic link. */
import type { Stats } from 'node:fs';
import { lstatSync, statSync } from 'node:fs';
import { dirname, join, parse, relative, sep } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { errnoOf, onDisk } from './file-error.ts';
import type { FileOps } from './file-ops.ts';

/** Creates `path` and its missing parents; another process may be doing the same. */
export function ensureDirectory(path: string, ops: FileOps): void {
  if (isDirectory(path)) return;
  if (dirname(path) !== path) ensureDirectory(dirname(path), ops);
  onDisk('create directory', path, () => {
    try {
      ops.makeDirectory(path);
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST' || !isDirectory(path)) throw error;
    }
  });
}

/** Makes renames inside the directory survive a power cut. Some file systems cannot, and say so; the data is synced already. */
export function syncDirectory(path: string, ops: FileOps): void {
  let file: number | undefined;
  try {
    file = ops.openDirectory(path);
    ops.sync(file);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  } finally {
    if (file !== undefined) ops.close(file);
  }
}

/**
 * Refuses a target that is a symbolic link or lies behind one. Below `base` every parent is looked
 * at; elsewhere only the parent itself, because links such as /tmp or /home/me belong to the machine.
 */
export function assertSafeTarget(path: string, base: string): void {
  for (const component of componentsToCheck(path, base)) {
    const found = entryAt(component);
    if (found === undefined) return;
    if (found.isSymbolicLink()) {
      throw new FozzyError('output_unsafe', `refusing to write ${path}: ${component} is a symbolic link`, {
        details: { path, link: component },
      });
    }
  }
}

function componentsToCheck(path: string, base: string): string[] {
  const inside = relative(base, path);
  if (inside !== '' && !leaves(inside)) {
    const names = inside.split(sep);
    return names.map((_, index) => join(base, ...names.slice(0, index + 1)));
  }
  const parent = dirname(path);
  return dirname(parent) === parse(parent).root ? [path] : [parent, path];
}

/** Whether a relative path points out of its directory. */
export function leaves(relativePath: string): boolean {
  return relativePath === '..' || relativePath.startsWith(`..${sep}`) || relativePath.startsWith('../') || parse(relativePath).root !== '';
}

/** The entry itself, links not followed; undefined if there is none. */
export function entryAt(path: string): Stats | undefined {
  return onDisk('look at', path, () => lstatSync(path, { throwIfNoEntry: false }));
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}
