/** A corpus: a directory of inputs, each in a file named after its content, so that directories can be merged by copying. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blake3Hex } from '../base/blake3.ts';
import { compareText } from '../base/compare.ts';
import { FozzyError } from '../base/problem.ts';
import { writeFileAtomic, writeFileDurable } from './atomic-write.ts';
import { assertSafeTarget, ensureDirectory, entryAt, isDirectory, syncDirectory } from './directory.ts';
import { onDisk } from './file-error.ts';
import { hostFiles } from './file-ops.ts';

export interface CorpusEntry {
  /** Absolute. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly blake3: string;
}

export function inputName(blake3: string): string {
  return `input-${blake3}.bin`;
}

/** All files of the directory, sorted by name; directories inside are left alone, so corpora of other fuzzers can be read as they are. */
export function readCorpus(directory: string): readonly CorpusEntry[] {
  if (!isDirectory(directory))
    throw new FozzyError('corpus_not_found', `there is no corpus directory ${directory}`, { details: { path: directory } });
  const entries = onDisk('read', directory, () => readdirSync(directory, { withFileTypes: true }));
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .toSorted((a, b) => compareText(a.name, b.name))
    .map(({ name }) => {
      const path = join(directory, name);
      const bytes = new Uint8Array(onDisk('read', path, () => readFileSync(path)));
      return { path, bytes, blake3: blake3Hex(bytes) };
    });
}

/** Empty if there is none. */
export function readCorpusIfThere(directory: string): readonly CorpusEntry[] {
  return isDirectory(directory) ? readCorpus(directory) : [];
}

/** The same for the same inputs, whatever their files are called. */
export function corpusDigest(entries: readonly { readonly blake3: string }[]): string {
  return blake3Hex([...new Set(entries.map(({ blake3 }) => blake3))].toSorted(compareText).join('\n'));
}

/** Makes sure that new inputs can be written here. */
export function openCorpus(directory: string, base: string): void {
  assertSafeTarget(directory, base);
  ensureDirectory(directory, hostFiles);
}

/** False if it was there already. Quick: the file is whole at once, and durable with the next sync of its directory. */
export function addToCorpus(directory: string, bytes: Uint8Array, durable = false): { readonly path: string; readonly existed: boolean } {
  const name = inputName(blake3Hex(bytes));
  const path = join(directory, name);
  if (entryAt(path) !== undefined) return { path, existed: true };
  if (durable) writeFileDurable(path, [bytes], hostFiles);
  else writeFileAtomic(path, [bytes], hostFiles);
  return { path, existed: false };
}

export function syncCorpus(directory: string): void {
  syncDirectory(directory, hostFiles);
}
