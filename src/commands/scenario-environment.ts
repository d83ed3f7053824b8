/** What a scenario file may ask about the disk, answered from the folder it lies in. */
import { readFileSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { compareText } from '../base/compare.ts';
import { utf8Decode } from '../base/utf8.ts';
import type { ScenarioEnvironment } from '../scenario/environment.ts';
import { errnoOf } from '../store/file-error.ts';
import { findFiles } from './find-files.ts';
import { isGlobPattern } from './glob-pattern.ts';
import { moduleFlaw } from './module-flaw.ts';

/** `folder` is absolute: where the scenario file lies. */
export function scenarioEnvironment(folder: string): ScenarioEnvironment {
  const exists = (path: string) => isFile(resolve(folder, path));
  return {
    exists,
    moduleStatus: (path) => moduleStatus(resolve(folder, path)),
    expandMembers: (patterns) => {
      const literals = patterns.filter(exists).map((path) => posix.normalize(path));
      const globs = patterns.filter((pattern) => !exists(pattern) && isGlobPattern(pattern));
      const matched = findFiles(globs, folder).map((path) => posix.normalize(path));
      return [...new Set([...literals, ...matched])].sort(compareText);
    },
  };
}

/** Only the plain question; why a file cannot be looked at is told by whoever reads it. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

function moduleStatus(path: string): 'ok' | 'missing' | { readonly invalid: string } {
  if (!isFile(path)) return 'missing';
  const text = utf8Decode(readFileSync(join(path)), { fatal: true });
  const flaw = text === undefined ? 'it is not UTF-8' : moduleFlaw(text);
  return flaw === undefined ? 'ok' : { invalid: flaw };
}
