/**
 * A checked archive becomes the files of a corpus. Everything is written beside its target first; only when the last file is there and
 * has the digest it should have do they move into place, and nothing that was there before is touched.
 */
import { dirname, join } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { utf8Decode } from '../base/utf8.ts';
import { writeFileAtomic } from './atomic-write.ts';
import { isInput } from './corpus-files.ts';
import { assertSafeTarget, ensureDirectory, entryAt, syncDirectory } from './directory.ts';
import { EXPORT_FILE, type ListedFiles, parseIndex } from './export-index.ts';
import { onDisk } from './file-error.ts';
import { type FileOps, hostFiles } from './file-ops.ts';
import { discardStaging, type MovingFile, noteMoving, stagingOf, takeBackHalfImport, waitingIn } from './half-import.ts';
import { withLock } from './lock.ts';
import { type Archive, type ArchiveLimits, withArchive } from './unpack-archive.ts';
import type { ZipEntry } from './zip-reader.ts';

export interface ImportPlan {
  /** Absolute, both. */
  readonly zip: string;
  readonly out: string;
  /** Parents below it must not be symbolic links. */
  readonly cwd: string;
  readonly limits: ArchiveLimits;
  readonly ops?: FileOps;
}

/** Returns how many inputs there are now more. */
export function importCorpus(plan: ImportPlan): Promise<number> {
  return withArchive(plan.zip, plan.limits, async (archive) => {
    const { files, listed } = await withoutIndex(archive);
    // What would be no input once it is there, such as `.DS_Store` or `.git/config`, is no business of a corpus.
    const inputs = files.filter(isInput);
    if (inputs.length === 0) throw new FozzyError('corpus_empty', `${plan.zip} holds no inputs`, { details: { path: plan.zip } });
    // What a killed import left in the way is taken back under the lock.
    if (entryAt(stagingOf(plan.out)) === undefined) checkTargets(plan, inputs);
    const ops = plan.ops ?? hostFiles;
    ensureDirectory(dirname(plan.out), ops);
    await withLock(`${plan.out}.lock`, () => place(plan, inputs, { archive, listed, ops }), { ops });
    return inputs.length;
  });
}

/** An archive that Fozzy made brings a list of its files, which is no input itself. */
async function withoutIndex(archive: Archive): Promise<{ readonly files: readonly ZipEntry[]; readonly listed: ListedFiles | undefined }> {
  const index = archive.files.find(({ name }) => name === EXPORT_FILE);
  const listed = index && parseIndex(utf8Decode(await contentOf(archive, index)));
  return { files: listed === undefined ? archive.files : archive.files.filter((entry) => entry !== index), listed };
}

async function contentOf(archive: Archive, entry: ZipEntry): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  for await (const block of archive.content(entry)) blocks.push(block);
  return Buffer.concat(blocks);
}

/** Before the first write, and again before the files move. */
function checkTargets({ out, cwd }: ImportPlan, inputs: readonly ZipEntry[]): void {
  assertSafeTarget(out, cwd);
  const found = entryAt(out);
  if (found !== undefined && !found.isDirectory()) throw taken(out);
  for (const { name } of inputs) {
    const path = join(out, name);
    assertSafeTarget(path, out);
    for (let parent = dirname(path); parent !== out; parent = dirname(parent))
      if (entryAt(parent)?.isDirectory() === false) throw taken(parent);
    if (entryAt(path) !== undefined) throw taken(path);
  }
}

function taken(path: string): FozzyError {
  return new FozzyError('output_exists', `${path} exists already`, { details: { path }, hint: 'import into a new directory' });
}

interface Unpacking {
  readonly archive: Archive;
  readonly listed: ListedFiles | undefined;
  readonly ops: FileOps;
}

async function place(plan: ImportPlan, inputs: readonly ZipEntry[], unpacking: Unpacking): Promise<void> {
  const { ops } = unpacking;
  takeBackHalfImport(plan.out, ops);
  checkTargets(plan, inputs);
  const staging = stagingOf(plan.out);
  const waiting = waitingIn(staging);
  try {
    const moving: MovingFile[] = [];
    for (const entry of inputs) moving.push(await writeInput(join(waiting, entry.name), entry, unpacking));
    checkTargets(plan, inputs);
    if (entryAt(plan.out) === undefined) onDisk('write', plan.out, () => ops.rename(waiting, plan.out));
    else {
      noteMoving(staging, moving, ops);
      moveInto(plan.out, waiting, inputs, ops);
    }
    syncDirectory(dirname(plan.out), ops);
  } finally {
    discardStaging(staging);
  }
}

/** Written from one entry at a time, which is never larger than its limit. */
async function writeInput(path: string, entry: ZipEntry, { archive, listed, ops }: Unpacking): Promise<MovingFile> {
  ensureDirectory(dirname(path), ops);
  const { blake3, sizeBytes } = writeFileAtomic(path, [await contentOf(archive, entry)], ops);
  if (listed === undefined || listed.get(entry.name)?.has(blake3) === true) return { name: entry.name, sizeBytes, blake3 };
  throw new FozzyError('archive_unsafe', `${entry.name} is not what was exported: its digest differs`, { details: { entry: entry.name } });
}

/** If one cannot move, those that did are taken back. */
function moveInto(out: string, staging: string, inputs: readonly ZipEntry[], ops: FileOps): void {
  const moved: string[] = [];
  try {
    for (const { name } of inputs) {
      ensureDirectory(dirname(join(out, name)), ops);
      onDisk('write', join(out, name), () => ops.rename(join(staging, name), join(out, name)));
      moved.push(join(out, name));
    }
  } catch (error) {
    for (const path of moved) onDisk('remove', path, () => ops.unlink(path));
    throw error;
  }
}
