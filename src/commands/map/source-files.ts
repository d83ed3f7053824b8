/** The source files below a folder, in path order, and what kept any of them from being read. Links are not followed; where they lead out of it, that is said. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { blake3Hex } from '../../base/blake3.ts';
import { compareText } from '../../base/compare.ts';
import { utf8Decode } from '../../base/utf8.ts';
import { leaves } from '../../store/directory.ts';
import { errnoOf } from '../../store/file-error.ts';

/** Below the root only: whatever lies above it, or is it, was meant. */
const PRUNED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.fozzy', 'dist', 'build', 'coverage', 'target']);

const PARSED = /\.[cm]?[jt]sx?$/u;
const COUNTED = /\.(?:py|go|rs|java|kt|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|ex|exs)$/u;
/** Declarations hold no code, and tests are what source is covered by. */
const LEFT_OUT = /\.d\.[cm]?ts$|\.(?:fozzy|test|spec)\.[cm]?[jt]sx?$/u;
/** Larger ones are not written by people. */
const SOURCE_BYTES_MAX = 2 * 1024 * 1024;

export interface SourceFile {
  /** Relative to the root, '/'-separated. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  readonly blake3: string;
  readonly isParsed: boolean;
}

export interface Skipped {
  readonly path: string;
  readonly reason: string;
}

export interface SourceListing {
  readonly names: readonly string[];
  readonly skipped: Skipped[];
}

export function listSources(root: string): SourceListing {
  const names: string[] = [];
  const skipped: Skipped[] = [];
  const walk = (folder: string): void => {
    for (const entry of entriesOf(root, folder, skipped)) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory() && !PRUNED.has(entry.name)) walk(`${path}/`);
      else if (entry.isFile() && isSource(entry.name)) names.push(path);
      else if (entry.isSymbolicLink() && !PRUNED.has(entry.name)) noteLink(root, path, skipped);
    }
  };
  walk('');
  return { names: names.sort(compareText), skipped };
}

function isSource(name: string): boolean {
  return (PARSED.test(name) || COUNTED.test(name)) && !LEFT_OUT.test(name);
}

/** What a link leads to below the root is met there; what lies elsewhere is not looked at. */
function noteLink(root: string, path: string, skipped: Skipped[]): void {
  const file = join(root, path);
  try {
    const target = realpathSync(file);
    const matters = statSync(target).isDirectory() || isSource(path);
    if (matters && leaves(relative(realpathSync(root), target))) skipped.push({ path, reason: `a link that leads out, to ${target}` });
  } catch (error) {
    if (isSource(path)) skipped.push({ path, reason: `a link that leads nowhere (${errnoOf(error) ?? 'unknown reason'})` });
  }
}

function entriesOf(root: string, folder: string, skipped: Skipped[]) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    skipped.push({ path: folder, reason: `cannot be listed (${errnoOf(error) ?? 'unknown reason'})` });
    return [];
  }
}

/** Undefined where it cannot be read; the reason goes to `skipped`. */
export function readSource(root: string, path: string, skipped: Skipped[]): SourceFile | undefined {
  const file = join(root, path);
  try {
    if (statSync(file).size > SOURCE_BYTES_MAX) {
      skipped.push({ path, reason: `larger than ${SOURCE_BYTES_MAX} bytes` });
      return undefined;
    }
    const bytes = readFileSync(file);
    const text = utf8Decode(bytes, { fatal: true });
    if (text !== undefined) return { path, file, text, blake3: blake3Hex(bytes), isParsed: PARSED.test(path) };
    skipped.push({ path, reason: 'not UTF-8' });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    skipped.push({ path, reason: `cannot be read (${errno})` });
  }
  return undefined;
}
