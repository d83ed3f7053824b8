/** `init.json`: what init wrote, with digests, so that a later init can tell its own files from edited and foreign ones. */
import { join } from 'node:path';
import { isArray } from '../../base/canonical-json.ts';
import { isObject, parseObject, readText, renderDocument } from '../../store/json-file.ts';

const RECORD_SCHEMA = 'fozzy.init_files.v1';

/** Path relative to the working directory → BLAKE3 of the text that was written. */
export type InitRecord = ReadonlyMap<string, string>;

export function recordPath(baseDir: string): string {
  return join(baseDir, 'init.json');
}

/** A damaged record knows no files, so everything counts as the user's own. */
export function readRecord(path: string): InitRecord {
  const files = parseObject(readText(path) ?? '')?.['files'];
  const record = new Map<string, string>();
  if (files === undefined || !isArray(files)) return record;
  for (const file of files) {
    if (isObject(file) && typeof file['path'] === 'string' && typeof file['blake3'] === 'string') record.set(file['path'], file['blake3']);
  }
  return record;
}

export function renderRecord(record: InitRecord): string {
  const files = [...record].map(([path, blake3]) => ({ path, blake3 })).sort((a, b) => (a.path < b.path ? -1 : 1));
  return renderDocument({ schemaVersion: RECORD_SCHEMA, files });
}
