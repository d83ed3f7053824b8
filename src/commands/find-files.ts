/**
 * Globs over the real disk: `*` and `?` within a path segment, `**` across segments, `[..]`, `{a,b}`.
 * Case-sensitive; symbolic links are not followed; the order never depends on the file system.
 */
import type { Dirent } from 'node:fs';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareText } from '../base/compare.ts';
import { errnoOf, fileError } from '../store/file-error.ts';
import { expandBraces, isLiteralSegment, segmentPattern, unescapeSegment } from './glob-pattern.ts';

/** Folders that hold copies, outputs or other people's files. A pattern may start inside one; it never wanders into one. */
export const prunedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '.fozzy', 'dist', 'build', 'coverage', 'target']);

/** Files that match any of the patterns, relative to `cwd` ('/'-separated) unless the pattern is absolute, without duplicates, in path order. */
export function findFiles(patterns: readonly string[], cwd: string): readonly string[] {
  const found = new Set<string>();
  for (const pattern of patterns.flatMap(expandBraces)) {
    const absolute = pattern.startsWith('/');
    const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
    new Walk(cwd, (path) => found.add(path)).descend(absolute ? '/' : '', segments);
  }
  return [...found].sort(compareText);
}

class Walk {
  readonly #cwd: string;
  readonly #found: (path: string) => void;

  constructor(cwd: string, found: (path: string) => void) {
    this.#cwd = cwd;
    this.#found = found;
  }

  /** `folder` is '' or ends in a slash. */
  descend(folder: string, segments: readonly string[]): void {
    const [segment, ...rest] = segments;
    if (segment === undefined) return;
    if (segment === '**') this.#descendAnywhere(folder, rest.length === 0 ? ['*'] : rest);
    else if (rest.length > 0 && isLiteralSegment(segment)) this.descend(`${folder}${unescapeSegment(segment)}/`, rest);
    else this.#matchEntries(folder, segment, rest);
  }

  #descendAnywhere(folder: string, rest: readonly string[]): void {
    this.descend(folder, rest);
    for (const entry of this.#entries(folder)) {
      if (entry.isDirectory() && !prunedFolders.has(entry.name)) this.#descendAnywhere(`${folder}${entry.name}/`, rest);
    }
  }

  #matchEntries(folder: string, segment: string, rest: readonly string[]): void {
    const pattern = segmentPattern(segment);
    for (const entry of this.#entries(folder)) {
      if (!pattern.test(entry.name)) continue;
      if (rest.length === 0 && entry.isFile()) this.#found(`${folder}${entry.name}`);
      else if (rest.length > 0 && entry.isDirectory() && !prunedFolders.has(entry.name)) this.descend(`${folder}${entry.name}/`, rest);
    }
  }

  /** A folder that is not there matches nothing; one that may not be read could hide matches, so it is an error. */
  #entries(folder: string): readonly Dirent[] {
    const path = resolve(this.#cwd, folder);
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === 'ENOENT' || errno === 'ENOTDIR') return [];
      throw fileError(error, 'list', path);
    }
  }
}
