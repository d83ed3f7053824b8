/** The working directory a command was given: one that exists, or an error that says so. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FozzyError } from '../base/problem.ts';

/** Absolute. `given` is resolved against `processCwd`, which needs no proof. */
export function openCwd(given: string | undefined, processCwd: string): string {
  const cwd = resolve(processCwd, given ?? '.');
  if (given !== undefined && !isDirectory(cwd)) {
    throw new FozzyError('cwd_invalid', `--cwd does not name a directory: ${given}`, { details: { path: cwd } });
  }
  return cwd;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
