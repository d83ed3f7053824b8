/** What init will do to each file, decided before the first byte is written. */
import { resolve } from 'node:path';
import { blake3Hex } from '../../base/blake3.ts';
import { FozzyError } from '../../base/problem.ts';
import { assertSafeTarget, entryAt } from '../../store/directory.ts';
import { readText } from '../../store/json-file.ts';
import type { InitRecord } from './record.ts';
import type { ScaffoldFile } from './scaffold.ts';

export type InitAction =
  | { readonly kind: 'create' | 'update'; readonly file: ScaffoldFile }
  | { readonly kind: 'keep'; readonly file: ScaffoldFile; readonly reason: string };

/** Edited files and files that init did not write are kept; the rest is rewritten. */
export function planInit(files: readonly ScaffoldFile[], record: InitRecord, cwd: string): readonly InitAction[] {
  return files.map((file) => actionFor(file, record, cwd));
}

/** In the message; the details hold all of them. */
const NAMED_MAX = 3;

/** Without --force nothing that exists may be in the way. */
export function assertFresh(paths: readonly string[], cwd: string): void {
  const existing = paths.filter((path) => entryAt(resolve(cwd, path)) !== undefined);
  if (existing.length === 0) return;
  const named = existing.slice(0, NAMED_MAX).join(', ');
  const more = existing.length > NAMED_MAX ? ` and ${existing.length - NAMED_MAX} more` : '';
  throw new FozzyError('output_exists', `this project is initialised already: ${named}${more}`, {
    hint: 'pass --force to add what is missing and rewrite what you did not edit; your own files are kept',
    details: { paths: existing },
  });
}

export function assertSafe(paths: readonly string[], cwd: string): void {
  for (const path of paths) assertSafeTarget(resolve(cwd, path), cwd);
}

function actionFor(file: ScaffoldFile, record: InitRecord, cwd: string): InitAction {
  const path = resolve(cwd, file.path);
  const entry = entryAt(path);
  if (entry === undefined) return { kind: 'create', file };
  const written = record.get(file.path);
  if (written === undefined || !entry.isFile()) return { kind: 'keep', file, reason: 'it was not created by init' };
  if (blake3Hex(readText(path) ?? '') !== written) return { kind: 'keep', file, reason: 'it was edited since init' };
  return { kind: 'update', file };
}
