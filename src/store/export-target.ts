/**
 * Where an export goes: a zip file if the name says so, otherwise a directory. Nothing that Fozzy did
 * not create is deleted or overwritten, nothing is written through a symbolic link, and every file is
 * read again after it was written.
 */
import { assert } from '../base/assert.ts';
import { compareText } from '../base/compare.ts';
import { assertSafeTarget } from './directory.ts';
import { earlierExport, exportDirectory } from './export-directory.ts';
import type { ExportEntry } from './export-entry.ts';
import { EXPORT_FILE, isExportName } from './export-index.ts';
import type { ExportPlan } from './export-plan.ts';
import { assertReplaceable, exportZip } from './export-zip.ts';
import { type FileOps, hostFiles } from './file-ops.ts';

/** Returns the names of everything written, sorted. */
export async function writeExport(plan: ExportPlan, ops: FileOps = hostFiles): Promise<readonly string[]> {
  const sorted = { ...plan, entries: plan.entries.toSorted((a, b) => compareText(a.name, b.name)) };
  assertNames(sorted.entries);
  assertSafeTarget(plan.out, plan.cwd);
  await (plan.form === 'zip' ? exportZip(sorted, ops) : exportDirectory(sorted, ops));
  return [...sorted.entries.map((entry) => entry.name), EXPORT_FILE].toSorted(compareText);
}

/** Refuses what `writeExport` would refuse, before anything is made for it. */
export function checkExportTarget({ out, form, cwd }: Pick<ExportPlan, 'out' | 'form' | 'cwd'>): void {
  assertSafeTarget(out, cwd);
  if (form === 'zip') assertReplaceable(out);
  else earlierExport(out);
}

/** Also distinct where the file system does not tell upper from lower case. */
function assertNames(entries: readonly ExportEntry[]): void {
  for (const { name } of entries) assert(isExportName(name), `${name} cannot be exported`);
  assert(new Set(entries.map(({ name }) => name.toLowerCase())).size === entries.length, 'two files of an export have the same name');
}
