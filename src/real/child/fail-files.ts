/**
 * Errors of a disk: a call that failed in the found run fails here as well, at the same moment, with the error Node would give. What
 * such a call does before it fails, it does for real: a file that could not be written was opened, and is empty.
 */
import type * as nodeFs from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { errno } from '../../world/disk/errno.ts';
import { type FsError, fsError } from '../../sim/builtin/fs/fs-error.ts';
import { NODE_MAJOR } from '../../sim/node-version.ts';
import type { FoundError } from '../found-faults.ts';
import type { Keeper } from './keeper.ts';

/** Taken before they are replaced. */
const { closeSync, openSync, writeFileSync } = createRequire(import.meta.url)('node:fs') as typeof nodeFs;

/** Calls that move bytes; nothing else of a disk fails by itself. */
const MOVING: ReadonlySet<string> = new Set([
  ...['read', 'readv', 'readFile', 'write', 'writev', 'writeFile', 'appendFile', 'fsync', 'fdatasync'],
]);

/** Throws if this call is one that failed. `args` are as Node gets them, with the paths of this computer. */
export function failIfFound(keeper: Keeper, name: string, args: readonly unknown[]): void {
  const operation = name === 'writeFile' && flagOf(args[2], 'w').startsWith('a') ? 'appendFile' : name;
  const found = errorOf(keeper, operation);
  if (found === undefined) return;
  const [path, data, options] = args;
  if (typeof path !== 'string') throw thrown(found);
  if (operation === 'readFile') {
    closeSync(openSync(path, flagOf(data, 'r')));
    throw thrown(found, NODE_MAJOR >= 26 ? path : undefined);
  }
  const fd = openSync(path, flagOf(options, operation === 'appendFile' ? 'a' : 'w'));
  try {
    if (found.site === 'sync') writeFileSync(fd, data as string); // what Node refuses it refuses here as well
  } finally {
    closeSync(fd);
  }
  throw thrown(found);
}

/** The same for those that do the rest themselves. */
export function errorOf(keeper: Keeper, operation: string): FoundError | undefined {
  return MOVING.has(operation) ? keeper.fails(operation) : undefined;
}

export function thrown({ operation, site, code }: FoundError, path?: string): FsError {
  const syscall = site === 'sync' ? (operation === 'fdatasync' ? 'fdatasync' : 'fsync') : site;
  const error = fsError(numberIn(errno, code) ?? 0, syscall, path);
  // The words are the same everywhere, the numbers those of this computer.
  error.errno = -(numberIn(constants.errno, code) ?? 0);
  return error;
}

function flagOf(options: unknown, usual: string): string {
  const flag: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'flag') : undefined;
  return typeof flag === 'string' ? flag : usual;
}

function numberIn(table: object, name: string): number | undefined {
  const found: unknown = Reflect.get(table, name);
  return typeof found === 'number' ? found : undefined;
}
