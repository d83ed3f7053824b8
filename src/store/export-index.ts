/**
 * `export.json`: what an export consists of. It travels with the export for its receiver, and it is
 * what a later export to the same place trusts when it asks which files Fozzy itself put there.
 */
import { isArray } from '../base/canonical-json.ts';
import type { Json } from '../base/json.ts';
import type { ExportEntry } from './export-entry.ts';
import { isObject, parseObject, renderDocument } from './json-file.ts';

export const EXPORT_FILE = 'export.json';
const EXPORT_SCHEMA = 'fozzy.export.v1';

export interface ExportAbout {
  readonly contents: 'export' | 'pack' | 'bundle' | 'corpus';
  /** Absent for a trace without its run. */
  readonly runId?: string;
  /** Whether real responses, files or process output may be among the files. */
  readonly containsHostCapture: boolean;
}

/** Names with their digests; a name has two while an earlier export is being replaced. */
export type ListedFiles = ReadonlyMap<string, ReadonlySet<string>>;

type Listing = Pick<ExportEntry, 'name' | 'sizeBytes' | 'blake3'>;

/** `leftovers` are files of an earlier export that are still to be removed. */
export function renderIndex(about: ExportAbout, entries: readonly Listing[], leftovers: ListedFiles = new Map()): string {
  const { contents, runId, containsHostCapture } = about;
  const old = [...leftovers].flatMap(([name, digests]) => [...digests].map((blake3) => ({ name, blake3 })));
  return renderDocument({
    schemaVersion: EXPORT_SCHEMA,
    contents,
    ...(runId === undefined ? {} : { runId }),
    containsHostCapture,
    files: entries.map(({ name, sizeBytes, blake3 }) => ({ name, sizeBytes, blake3 })),
    ...(old.length === 0 ? {} : { replacing: old }),
  });
}

/** Undefined for everything that is no index of ours, names that lead elsewhere included. */
export function parseIndex(text: string): ListedFiles | undefined {
  const document = parseObject(text);
  if (document?.['schemaVersion'] !== EXPORT_SCHEMA) return undefined;
  const listed = new Map<string, Set<string>>();
  for (const list of [document['files'], document['replacing'] ?? []]) {
    if (list === undefined || !isArray(list)) return undefined;
    for (const item of list) {
      const file = listing(item);
      if (file === undefined) return undefined;
      listed.set(file.name, (listed.get(file.name) ?? new Set()).add(file.blake3));
    }
  }
  return listed;
}

function listing(item: Json): { readonly name: string; readonly blake3: string } | undefined {
  if (!isObject(item)) return undefined;
  const { name, blake3 } = item;
  return typeof name === 'string' && typeof blake3 === 'string' && isExportName(name) ? { name, blake3 } : undefined;
}

/** A plain relative path on every system, and not the index itself. */
export function isExportName(name: string): boolean {
  const parts = name.split('/');
  const plain = (part: string): boolean => part !== '' && part !== '.' && part !== '..' && !/[\\:\u0000-\u001f]/u.test(part);
  return parts.every(plain) && name.toLowerCase() !== EXPORT_FILE;
}
