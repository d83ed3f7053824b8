/** A document a command was asked to write to a path: it may replace what the same command wrote there before, and nothing else. */
import type { JsonObject } from '../base/json.ts';
import { dirname } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { writeFileDurable } from '../store/atomic-write.ts';
import { assertSafeTarget, ensureDirectory, entryAt } from '../store/directory.ts';
import { hostFiles } from '../store/file-ops.ts';
import { parseObject, readText } from '../store/json-file.ts';
import type { Context } from './context.ts';

/** `path` is absolute; `isOurs` knows an earlier output by its content. */
export function writeOutput(path: string, text: string, isOurs: (document: JsonObject) => boolean, { cwd }: Context): void {
  assertSafeTarget(path, cwd);
  const found = entryAt(path);
  if (found !== undefined) {
    const earlier = found.isFile() ? parseObject(readText(path) ?? '') : undefined;
    if (earlier === undefined || !isOurs(earlier)) {
      throw new FozzyError('output_exists', `${path} exists and holds something else`, { details: { path } });
    }
  }
  ensureDirectory(dirname(path), hostFiles);
  writeFileDurable(path, [text], hostFiles);
}
