/** Whether the work tree is the commit it claims to be. Changes are advice, not a failure: the check is about what lies there. */
import { execFile } from 'node:child_process';
import { passed, skipped, type StepEnd } from './step.ts';
import type { Workshop } from './workshop.ts';

const NAMES_MAX = 3;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

export async function cleanTree({ context }: Workshop, signal: AbortSignal): Promise<StepEnd> {
  const listed = await gitStatus(context.cwd, signal);
  if (listed === undefined) return skipped('no git work tree');
  // Entries of `-z` end in NUL; a rename is followed by its old name, which has no status in front.
  const names = listed.split('\0').flatMap((entry) => (/^.. ./su.test(entry) ? [entry.slice(3)] : []));
  if (names.length === 0) return passed('no changes');
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : '';
  const detail = `${names.length === 1 ? 'one change' : `${names.length} changes`}: ${names.slice(0, NAMES_MAX).join(', ')}${more}`;
  return { status: context.strict ? 'advisory' : 'skipped', detail };
}

/** Undefined where git has nothing to say. */
function gitStatus(cwd: string, signal: AbortSignal): Promise<string | undefined> {
  const args = ['--no-optional-locks', 'status', '--porcelain', '-z', '--untracked-files=normal'];
  return new Promise((resolve) => {
    execFile('git', args, { cwd, signal, maxBuffer: OUTPUT_BYTES_MAX, encoding: 'utf8' }, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
  });
}
