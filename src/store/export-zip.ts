/** An export as one zip file: written beside its target, read again entry by entry, and only then put in its place. */
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Blake3Stream } from '../base/blake3.ts';
import { compareText } from '../base/compare.ts';
import { FozzyError } from '../base/problem.ts';
import { utf8Decode } from '../base/utf8.ts';
import { writeFileAtomic } from './atomic-write.ts';
import { assertSafeTarget, ensureDirectory, entryAt, syncDirectory } from './directory.ts';
import { type ExportEntry, textEntry } from './export-entry.ts';
import { EXPORT_FILE, parseIndex, renderIndex } from './export-index.ts';
import type { ExportPlan } from './export-plan.ts';
import { onDisk } from './file-error.ts';
import type { FileOps } from './file-ops.ts';
import { withLock } from './lock.ts';
import { zipBlocks } from './zip-file.ts';
import { type ZipEntry, ZipFlaw, ZipReader } from './zip-reader.ts';

export async function exportZip(plan: ExportPlan, ops: FileOps): Promise<void> {
  const { out, cwd } = plan;
  assertReplaceable(out);
  ensureDirectory(dirname(out), ops);
  await withLock(
    `${out}.lock`,
    () => {
      const staging = join(dirname(out), `.fozzy-${randomBytes(8).toString('hex')}.zip.tmp`);
      try {
        writeChecked(staging, plan, ops);
        assertSafeTarget(out, cwd);
        assertReplaceable(out);
        onDisk('write', out, () => ops.rename(staging, out));
      } finally {
        if (entryAt(staging) !== undefined) onDisk('remove', staging, () => ops.unlink(staging));
      }
      syncDirectory(dirname(out), ops);
    },
    { ops },
  );
}

function writeChecked(path: string, { entries, about, out }: ExportPlan, ops: FileOps): void {
  const index = textEntry(EXPORT_FILE, [renderIndex(about, entries)]);
  const all = [...entries, index].toSorted((a, b) => compareText(a.name, b.name));
  writeFileAtomic(path, zipBlocks(all), ops);
  const flaw = zipFlaw(path, all);
  if (flaw !== undefined)
    throw new FozzyError('io', `the zip file ${out} does not hold what was written to it: ${flaw}`, { details: { path: out } });
}

/** What is wrong with a zip file that should hold exactly these entries. */
function zipFlaw(path: string, expected: readonly Pick<ExportEntry, 'name' | 'blake3'>[]): string | undefined {
  return readingZip(path, (reader) => {
    const names = reader.entries.map((entry) => entry.name);
    if (names.join('\0') !== expected.map((entry) => entry.name).join('\0')) return `it lists ${names.join(', ')}`;
    const wrong = reader.entries.find((entry, index) => digestOf(reader, entry) !== expected[index]?.blake3);
    return wrong && `${wrong.name} has another digest`;
  });
}

/** Only an unchanged zip file of an earlier export may be replaced. */
export function assertReplaceable(out: string): void {
  const found = entryAt(out);
  if (found === undefined) return;
  const reason = found.isFile() ? strangeness(out) : 'it is no file';
  if (reason === undefined) return;
  throw new FozzyError('output_exists', `${out} exists and is no earlier export: ${reason}`, { details: { path: out } });
}

/** An index lists names and digests; more would be somebody's bomb. */
const INDEX_BYTES_MAX = 16 * 1024 * 1024;

function strangeness(path: string): string | undefined {
  return readingZip(path, (reader) => {
    const index = reader.entries.find((entry) => entry.name === EXPORT_FILE);
    if (index === undefined || index.sizeBytes > INDEX_BYTES_MAX) return `it holds no ${EXPORT_FILE}`;
    const listed = parseIndex(utf8Decode(Buffer.concat([...reader.content(index)])));
    if (listed === undefined) return `its ${EXPORT_FILE} is not of an export`;
    const stranger = reader.entries.find((entry) => entry !== index && listed.get(entry.name)?.has(digestOf(reader, entry)) !== true);
    return stranger && `its ${stranger.name} is not what was exported`;
  });
}

function readingZip(path: string, look: (reader: ZipReader) => string | undefined): string | undefined {
  try {
    const reader = onDisk('read', path, () => new ZipReader(path));
    try {
      return look(reader);
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof ZipFlaw) return error.message;
    throw error;
  }
}

function digestOf(reader: ZipReader, entry: ZipEntry): string {
  const hash = new Blake3Stream();
  for (const block of reader.content(entry)) hash.update(block);
  return hash.hex();
}
