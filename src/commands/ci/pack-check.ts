/** Whether the run can be handed on: it is really packed into a zip file, which is opened again and compared entry by entry. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { writeExport } from '../../store/export-target.ts';
import { onDisk } from '../../store/file-error.ts';
import type { FileOps } from '../../store/file-ops.ts';
import type { ArtifactSet } from '../artifacts/artifact-set.ts';
import { aboutExport, packEntries } from '../artifacts/export-entries.ts';
import type { CiCheck } from './check.ts';

export async function packCheck(set: ArtifactSet, ops?: FileOps): Promise<CiCheck> {
  const name = 'artifacts_zip_integrity';
  const directory = onDisk('create directory', tmpdir(), () => realpathSync(mkdtempSync(join(tmpdir(), 'fozzy-ci-'))));
  try {
    const plan = {
      out: join(directory, 'pack.zip'),
      form: 'zip',
      cwd: directory,
      entries: packEntries(set),
      about: aboutExport(set, 'pack'),
    } as const;
    const files = await writeExport(plan, ops);
    return { name, ok: true, detail: `entries=${files.length}, each compared by digest` };
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    return { name, ok: false, detail: error.message };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
