/**
 * A corpus with fewer inputs: a complete new directory is written beside the old one, read again and compared, and then takes its place.
 * Until that moment the old corpus is untouched, whatever happens; inputs that others added meanwhile come along.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { blake3Hex } from '../base/blake3.ts';
import { FozzyError } from '../base/problem.ts';
import { writeFileAtomic } from './atomic-write.ts';
import type { CorpusEntry } from './corpus.ts';
import { type CorpusFile, corpusFiles, isInput } from './corpus-files.ts';
import { assertSafeTarget, ensureDirectory, syncDirectory } from './directory.ts';
import { onDisk } from './file-error.ts';
import { type FileOps, hostFiles } from './file-ops.ts';
import { withLock } from './lock.ts';
import { swapDirectory } from './swap-directory.ts';

export interface RebuildPlan {
  /** Absolute. */
  readonly directory: string;
  readonly given: string;
  /** Parents below it must not be symbolic links. */
  readonly cwd: string;
  /** All inputs as they were read, and those of them that stay. */
  readonly before: readonly CorpusEntry[];
  readonly staying: readonly CorpusEntry[];
  readonly ops?: FileOps;
}

export async function rebuildCorpus(plan: RebuildPlan): Promise<void> {
  const { directory, cwd, ops = hostFiles } = plan;
  assertSafeTarget(directory, cwd);
  refuseSpecial(plan);
  const next = join(dirname(directory), `.fozzy-${basename(directory)}-${randomBytes(8).toString('hex')}.tmp`);
  try {
    for (const entry of plan.staying) write(next, entry.name, entry.bytes, ops);
    await withLock(
      `${directory}.lock`,
      () => {
        for (const file of others(plan)) write(next, file.name, read(file), ops);
        verify(next, plan);
        swapDirectory(directory, next, ops);
      },
      { ops },
    );
  } finally {
    onDisk('remove', next, () => rmSync(next, { recursive: true, force: true }));
  }
}

/** What a copy would not hold must not get lost. */
function refuseSpecial({ directory, given }: RebuildPlan): void {
  const entries = onDisk('list', directory, () => readdirSync(directory, { recursive: true, withFileTypes: true }));
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (odd === undefined) return;
  const path = join(odd.parentPath, odd.name);
  throw new FozzyError('output_unsafe', `${given} holds ${path}, which is neither a file nor a directory`, {
    hint: 'replace links by the files they point to, or remove them',
    details: { path },
  });
}

function read({ path }: CorpusFile): Uint8Array {
  return new Uint8Array(onDisk('read', path, () => readFileSync(path)));
}

function write(next: string, name: string, bytes: Uint8Array, ops: FileOps): void {
  const path = join(next, name);
  ensureDirectory(dirname(path), ops);
  writeFileAtomic(path, [bytes], ops);
  syncDirectory(dirname(path), ops);
}

/** Files that are no inputs, and inputs that came since. One that changed or went means that somebody else is at work here. */
function others({ directory, given, before }: RebuildPlan): readonly CorpusFile[] {
  const known = new Map(before.map(({ name, blake3 }) => [name, blake3]));
  const now = corpusFiles(directory, given);
  const changed = now.find((file) => known.has(file.name) && known.get(file.name) !== blake3Hex(read(file)));
  const gone = before.find(({ name }) => !now.some((file) => file.name === name));
  const disturbed = changed?.name ?? gone?.name;
  if (disturbed !== undefined)
    throw new FozzyError('io', `${given} changed while it was minimised: ${disturbed} is not what it was`, {
      hint: 'the corpus was left as it is; try again when nothing else writes to it',
      details: { path: join(directory, disturbed) },
    });
  return now.filter((file) => !isInput(file) || !known.has(file.name));
}

function verify(next: string, { staying, given }: RebuildPlan): void {
  for (const { name, blake3 } of staying) {
    if (blake3Hex(read({ name, path: join(next, name) })) === blake3) continue;
    throw new FozzyError('io', `${name} could not be copied faithfully; ${given} was left as it is`, {
      details: { path: join(next, name) },
    });
  }
}
