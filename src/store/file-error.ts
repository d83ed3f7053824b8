/** What the operating system said, as the error a command is refused with. */
import { FozzyError } from '../base/problem.ts';

const DENIED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Runs one step on the disk; a refusal of the system becomes `io` or `permission_denied` naming the path. */
export function onDisk<T>(doing: string, path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw fileError(error, doing, path);
  }
}

/** Errors without an errno are ours or already explained, and pass unchanged. */
export function fileError(error: unknown, doing: string, path: string): unknown {
  const errno = errnoOf(error);
  if (errno === undefined) return error;
  const code = DENIED.has(errno) ? 'permission_denied' : 'io';
  return new FozzyError(code, `cannot ${doing} ${path}: ${explain(errno)}`, { details: { path, errno }, cause: error });
}

export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function explain(errno: string): string {
  const meaning = meanings.get(errno);
  return meaning === undefined ? errno : `${meaning} (${errno})`;
}

const meanings = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space left on the device'],
  ['EDQUOT', 'the disk quota is used up'],
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'a parent is not a directory'],
  ['EISDIR', 'it is a directory'],
  ['EEXIST', 'it already exists'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files in the system'],
  ['EIO', 'input/output error'],
]);
