/** A corpus: a directory of inputs, each in a file named after its content, so that directories can be merged by copying. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blake3Hex } from '../base/blake3.ts';
import { compareText } from '../base/compare.ts';
import { writeFileAtomic } from './atomic-write.ts';
import { type CorpusFile, corpusFiles, isInput } from './corpus-files.ts';
import { assertSafeTarget, ensureDirectory, entryAt, isDirectory, syncDirectory } from './directory.ts';
import { onDisk } from './file-error.ts';
import { hostFiles } from './file-ops.ts';
import { withLock } from './lock.ts';
import { healSwap } from './swap-directory.ts';

export interface CorpusEntry extends CorpusFile {
  readonly bytes: Uint8Array;
  readonly blake3: string;
}

export function inputName(blake3: string): string {
  return `input-${blake3}.bin`;
}

/** All inputs below the directory, sorted by name, whatever their files are called: corpora of other fuzzers can be read as they are. */
export function readCorpus(directory: string, given = directory): readonly CorpusEntry[] {
  return corpusFiles(directory, given).filter(isInput).map(readInput);
}

export function readInput({ name, path }: CorpusFile): CorpusEntry {
  const bytes = new Uint8Array(onDisk('read', path, () => readFileSync(path)));
  return { name, path, bytes, blake3: blake3Hex(bytes) };
}

/** Empty if there is none. */
export function readCorpusIfThere(directory: string): readonly CorpusEntry[] {
  healSwap(directory);
  return isDirectory(directory) ? readCorpus(directory) : [];
}

/** The same for the same inputs, whatever their files are called. */
export function corpusDigest(entries: readonly { readonly blake3: string }[]): string {
  return blake3Hex([...new Set(entries.map(({ blake3 }) => blake3))].toSorted(compareText).join('\n'));
}

/** Adds what is not there yet; gives how many were new. Nobody minimises the corpus meanwhile. */
export async function addInputs(directory: string, inputs: readonly Uint8Array[], base: string): Promise<number> {
  assertSafeTarget(directory, base);
  ensureDirectory(dirname(directory), hostFiles);
  return withLock(`${directory}.lock`, () => {
    healSwap(directory);
    ensureDirectory(directory, hostFiles);
    const added = inputs.filter((bytes) => addInput(directory, bytes)).length;
    if (added > 0) syncDirectory(directory, hostFiles);
    return added;
  });
}

/** False if it was there already. The file is whole at once, and durable with the next sync of its directory. */
function addInput(directory: string, bytes: Uint8Array): boolean {
  const path = join(directory, inputName(blake3Hex(bytes)));
  if (entryAt(path) !== undefined) return false;
  writeFileAtomic(path, [bytes], hostFiles);
  return true;
}
