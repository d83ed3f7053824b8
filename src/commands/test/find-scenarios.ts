/** The files a `test` command line names: literals must exist, globs are walked, nothing at all is an error. */
import { dirname, basename, join } from 'node:path';
import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareText } from '../../base/compare.ts';
import { nearest } from '../../base/nearest.ts';
import { FozzyError } from '../../base/problem.ts';
import { errnoOf } from '../../store/file-error.ts';
import type { Context } from '../context.ts';
import { findFiles } from '../find-files.ts';
import { isGlobPattern } from '../glob-pattern.ts';
import { projectPath } from '../project-path.ts';
import { simulationGlob } from '../simulation/simulation-path.ts';

const DEFAULT_PATTERNS = ['tests/**/*.fozzy.json', simulationGlob];

/** Relative to the working directory, in path order, each once. */
export function findScenarios(given: readonly string[] | undefined, context: Context): readonly string[] {
  const patterns = given === undefined || given.length === 0 ? DEFAULT_PATTERNS : given;
  const literals = patterns.filter((pattern) => !isGlobPattern(pattern));
  const missing = literals.filter((path) => !isFile(resolve(context.cwd, path)));
  if (missing.length > 0) throw missingPaths(missing, context.cwd);
  const globbed = findFiles(
    patterns.filter((pattern) => isGlobPattern(pattern)),
    context.cwd,
  );
  const found = [...new Set([...literals, ...globbed].map((path) => projectPath(path, context.cwd)))].sort(compareText);
  if (found.length === 0) throw new FozzyError('no_match', `no scenario matched: ${patterns.join(', ')}`, { details: { patterns } });
  return found;
}

/** A path through a file, or with a name no disk can hold, names nothing that exists. */
const NOWHERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (NOWHERE.has(errnoOf(error) ?? '')) return false;
    throw error;
  }
}

function missingPaths(missing: readonly string[], cwd: string): FozzyError {
  const near = missing.map((path) => wayOut(path, cwd)).find((hint) => hint !== undefined);
  return new FozzyError('scenario_path_not_found', `explicit scenario path(s) not found: ${missing.join(', ')}`, {
    hint: near ?? 'check the path, or quote a glob such as "tests/**/*.fozzy.json"',
    details: { paths: missing },
  });
}

function wayOut(path: string, cwd: string): string | undefined {
  const folder = dirname(path);
  try {
    const near = nearest(basename(path), readdirSync(resolve(cwd, folder)));
    if (near === undefined) return undefined;
    return near === basename(path)
      ? `${path} is a directory; try "${join(path, '**/*.fozzy.json')}"`
      : `did you mean ${join(folder, near)}?`;
  } catch {
    // A folder that is not there has no neighbours to propose.
    return undefined;
  }
}
