/**
 * Where a path of a scenario really lies. Every existing component is looked at, links are followed
 * by hand, and what ends outside of the root is refused. The answer holds for the moment it was
 * given; opening it must not follow links any more.
 */
import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { codeOf } from '../host/failure.ts';
import { isAbsence, Moved, pathFailure, systemFailure } from './file-failure.ts';

/** As many as Linux follows. */
const linksMax = 40;

/** Normalises what the user wrote; the result is root-relative and '/'-separated. */
export function namedPath(path: string): string {
  if (path === '' || path.includes('\0')) throw pathFailure('a path must be a non-empty text without NUL');
  if (isAbsolute(path) || parse(path).root !== '') throw pathFailure('absolute paths are outside of the working directory');
  const parts: string[] = [];
  for (const part of split(path)) {
    if (part === '..' && parts.pop() === undefined) throw pathFailure('".." leaves the working directory');
    if (part !== '..') parts.push(part);
  }
  if (parts.length === 0) throw systemFailure('EISDIR', 'the path names the working directory itself');
  return parts.join('/');
}

/** Components below the root, none of them a link, whether or not the last ones exist yet. */
export async function locate(root: string, named: string): Promise<readonly string[]> {
  const parts = split(relative(root, await realPathOf(root, split(named))));
  if (parts.length === 0) throw systemFailure('EISDIR', 'the path leads to the working directory itself');
  return parts;
}

async function realPathOf(root: string, named: readonly string[]): Promise<string> {
  const pending = [...named];
  let current = root;
  let links = 0;
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    const next = part === '..' ? dirname(current) : join(current, part);
    const found = await lookAt(root, next);
    if (found === 'absent') return absentPath(root, next, pending);
    if (found === 'other') {
      current = next;
      continue;
    }
    links += 1;
    if (links > linksMax) throw systemFailure('ELOOP', 'too many symbolic links');
    if (isAbsolute(found.target)) current = parse(found.target).root;
    pending.unshift(...split(found.target));
  }
  return insideOf(root, current);
}

/** What cannot be looked at outside of the root is refused before it is explained. */
async function lookAt(root: string, path: string): Promise<'absent' | 'other' | { readonly target: string }> {
  try {
    const stat = await lstat(path);
    return stat.isSymbolicLink() ? { target: await readlink(path) } : 'other';
  } catch (thrown) {
    insideOf(root, path);
    if (isAbsence(thrown)) return 'absent';
    // What was a link a moment ago is none any more.
    throw codeOf(thrown) === 'EINVAL' ? new Moved() : thrown;
  }
}

/** ".." below something that does not exist can only stand in a link, and leads nowhere. */
function absentPath(root: string, missing: string, pending: readonly string[]): string {
  if (pending.includes('..')) throw systemFailure('ENOENT', 'a link leads through a directory that does not exist');
  return insideOf(root, join(missing, ...pending));
}

function insideOf(root: string, path: string): string {
  const way = relative(root, path);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw pathFailure('a symbolic link leads outside of the working directory');
  return path;
}

function split(path: string): string[] {
  const parts = sep === '/' ? path.split('/') : path.split(/[\\/]/);
  return parts.filter((part) => part !== '' && part !== '.');
}
