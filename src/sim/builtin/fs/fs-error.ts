/** Failures of the simulated disk as Node reports them: `ENOENT: no such file or directory, open '/a'`. */
import { errnoWords } from '../../../world/disk/errno.ts';
import type { NodeError } from '../../node-error.ts';

export interface FsError extends NodeError {
  path?: string;
  dest?: string;
}

export function fsError(result: number, syscall: string, path?: string, dest?: string): FsError {
  const { code, text } = errnoWords(result);
  const from = path === undefined ? '' : ` '${path}'`;
  const to = dest === undefined ? '' : ` -> '${dest}'`;
  const error: FsError = new Error(`${code}: ${text}, ${syscall}${from}${to}`);
  error.errno = result;
  error.code = code;
  error.syscall = syscall;
  if (path !== undefined) error.path = path;
  if (dest !== undefined) error.dest = dest;
  return error;
}

/** The result itself unless it is a failure. */
export function checked(result: number, syscall: string, path?: string, dest?: string): number {
  if (result < 0) throw fsError(result, syscall, path, dest);
  return result;
}

/** For calls that answer with something other than a number. */
export function found<T>(result: T | number, syscall: string, path?: string): T {
  if (typeof result === 'number') throw fsError(result, syscall, path);
  return result;
}
