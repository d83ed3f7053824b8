/**
 * A disk that takes no more. Where the machine allows it, a small file system of its own that is filled up; otherwise the limit on the size
 * of files that a shell can set, which fails the same calls in the same way.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bin } from '../cli/run-cli.ts';

export interface FullDisk {
  /** The project on it. */
  readonly cwd: string;
  /** What the program answers while nothing can be written. */
  readonly ask: (words: readonly string[]) => { readonly status: number | null; readonly stdout: string };
  /** From now on there is room again. */
  readonly free: () => void;
}

const SIZE = '4m';
const BLOCK = Buffer.alloc(4096);

/** A copy of the project, on a disk on which nothing is left. */
export function fullDisk(project: string): FullDisk {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fozzy-full-')));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]).status === 0;
  onTestFinished(() => {
    if (isMounted) spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const cwd = join(folder, 'project');
  cpSync(project, cwd, { recursive: true });
  const filler = join(folder, 'filler');
  if (isMounted) fill(filler);
  let isFull = true;
  return {
    cwd,
    ask: (words) => {
      const limited = isFull && !isMounted;
      const program = [process.execPath, bin, ...words];
      const [command = '', ...args] = limited ? ['sh', '-c', `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`, ...program] : program;
      const { status, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
      return { status, stdout };
    },
    free: () => {
      isFull = false;
      rmSync(filler, { force: true });
    },
  };
}

function fill(path: string): void {
  try {
    for (;;) writeFileSync(path, BLOCK, { flag: 'a' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
