/** The inputs of a corpus: every plain file below its directory, sorted. Links are not followed, and not inputs. */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareText } from '../base/compare.ts';
import { FozzyError } from '../base/problem.ts';
import { isDirectory } from './directory.ts';
import { onDisk } from './file-error.ts';
import { healSwap } from './swap-directory.ts';

export interface CorpusFile {
  /** Relative to the corpus, '/'-separated. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** `directory` is absolute, `given` as it was typed. */
export function corpusFiles(directory: string, given: string): readonly CorpusFile[] {
  healSwap(directory);
  if (!isDirectory(directory)) throw new FozzyError('corpus_not_found', `there is no corpus ${given}`, { details: { path: directory } });
  return onDisk('list', directory, () => readdirSync(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !isOurs(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(directory, path).split(sep).join('/'), path }))
    .toSorted((a, b) => compareText(a.name, b.name));
}

/** Files that begin with a dot, such as `.gitkeep`, lie in a corpus without being inputs. */
export function isInput({ name }: { readonly name: string }): boolean {
  return !name.split('/').some((part) => part.startsWith('.'));
}

/** What Fozzy itself has lying there for a moment. */
function isOurs(name: string): boolean {
  return name.startsWith('.fozzy-');
}
