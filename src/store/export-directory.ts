/**
 * An export as a directory. It is looked at as a whole before the first write. The index is written
 * first and names old and new files alike, so that an export which was killed half-way can be repeated.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { writeFileAtomic } from './atomic-write.ts';
import { assertSafeTarget, ensureDirectory, entryAt, syncDirectory } from './directory.ts';
import { type ExportEntry, textEntry } from './export-entry.ts';
import { EXPORT_FILE, type ListedFiles, parseIndex, renderIndex } from './export-index.ts';
import type { ExportPlan } from './export-plan.ts';
import { readDigest } from './file-digest.ts';
import { errnoOf, onDisk } from './file-error.ts';
import type { FileOps } from './file-ops.ts';
import { readText } from './json-file.ts';
import { withLock } from './lock.ts';

const LOCK_FILE = '.fozzy-export.lock';
/** What an export may leave that was killed before its index was there: locks, and files under names that nobody reads. */
const LEFTOVER = /^\.fozzy-(?:export\.lock(?:\.[0-9a-f-]+)?|[0-9a-f]{16}\.tmp)$/u;

export async function exportDirectory(plan: ExportPlan, ops: FileOps): Promise<void> {
  examine(plan);
  ensureDirectory(plan.out, ops);
  // Looked at again under the lock: another export may have come first.
  await withLock(join(plan.out, LOCK_FILE), () => replaceFiles(plan, examine(plan), ops), { ops });
}

/** What an earlier export left here; refuses a directory that holds anything the new files would hit. */
function examine(plan: ExportPlan): ListedFiles {
  const earlier = earlierExport(plan.out);
  for (const entry of plan.entries) checkPlace(plan.out, entry.name, new Set([...(earlier.get(entry.name) ?? []), entry.blake3]), earlier);
  for (const [name, digests] of earlier) checkPlace(plan.out, name, digests, earlier);
  return earlier;
}

export function earlierExport(out: string): ListedFiles {
  const found = entryAt(out);
  if (found === undefined) return new Map();
  if (!found.isDirectory()) throw exists(out, `${out} exists and is no directory`);
  const names = onDisk('list', out, () => readdirSync(out)).filter((name) => !LEFTOVER.test(name));
  if (names.length === 0) return new Map();
  assertSafeTarget(join(out, EXPORT_FILE), out);
  const listed = parseIndex(readText(join(out, EXPORT_FILE)) ?? '');
  if (listed === undefined) throw exists(out, `${out} is not empty and holds no ${EXPORT_FILE} of an earlier export`);
  return listed;
}

/** A place is good if it is free or holds a listed file that nobody changed since. */
function checkPlace(out: string, name: string, digests: ReadonlySet<string>, earlier: ListedFiles): void {
  const path = join(out, name);
  assertSafeTarget(path, out);
  for (let parent = dirname(path); parent !== out; parent = dirname(parent)) {
    if (entryAt(parent)?.isDirectory() === false) throw exists(parent, `${parent} is in the way of ${name}`);
  }
  const found = entryAt(path);
  if (found === undefined) return;
  if (!found.isFile() || !earlier.has(name)) throw exists(path, `${path} exists and is not part of an earlier export`);
  if (!digests.has(readDigest(path))) throw exists(path, `${path} was changed since it was exported`);
}

function exists(path: string, message: string): FozzyError {
  return new FozzyError('output_exists', message, { details: { path } });
}

function replaceFiles(plan: ExportPlan, earlier: ListedFiles, ops: FileOps): void {
  const { out, entries, about } = plan;
  const write = (entry: ExportEntry): void => {
    const path = join(out, entry.name);
    ensureDirectory(dirname(path), ops);
    assertSafeTarget(path, out);
    writeFileAtomic(path, entry.content(), ops);
  };
  const index = textEntry(EXPORT_FILE, [renderIndex(about, entries)]);
  if (earlier.size > 0) write(textEntry(EXPORT_FILE, [renderIndex(about, entries, earlier)]));
  else write(index);
  for (const entry of entries) write(entry);
  const kept = new Set(entries.map((entry) => entry.name));
  for (const name of earlier.keys()) if (!kept.has(name)) removeFile(out, name, ops);
  if (earlier.size > 0) write(index);
  for (const directory of new Set([...entries, index].map((entry) => dirname(join(out, entry.name))))) syncDirectory(directory, ops);
  for (const entry of [...entries, index]) verifyFile(join(out, entry.name), entry.blake3);
}

/** With the directories it leaves empty. */
function removeFile(out: string, name: string, ops: FileOps): void {
  const path = join(out, name);
  if (entryAt(path) === undefined) return;
  onDisk('remove', path, () => ops.unlink(path));
  try {
    for (let parent = dirname(path); parent !== out; parent = dirname(parent)) ops.removeDirectory(parent);
  } catch (error) {
    // Somebody else's files are in it.
    if (errnoOf(error) === undefined) throw error;
  }
}

function verifyFile(path: string, blake3: string): void {
  if (readDigest(path) === blake3) return;
  throw new FozzyError('io', `${path} does not hold what was written to it: its digest differs`, { details: { path } });
}
