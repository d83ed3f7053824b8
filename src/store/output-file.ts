/**
 * A file a person asked for with `--out`. Nothing that Fozzy did not make is overwritten: an existing file is replaced only if it says of itself
 * that it is the output of an earlier command.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FozzyError } from '../base/problem.ts';
import { writeFileDurable } from './atomic-write.ts';
import { assertSafeTarget, ensureDirectory, entryAt } from './directory.ts';
import { onDisk } from './file-error.ts';
import { hostFiles } from './file-ops.ts';

export function writeOutput(path: string, content: string | Uint8Array): void {
  assertSafeTarget(path, dirname(path));
  const found = entryAt(path);
  if (found !== undefined && !(found.isFile() && isOurs(onDisk('read', path, () => readFileSync(path))))) {
    throw new FozzyError('output_exists', `${path} exists and was not made by Fozzy`, {
      hint: 'choose another --out, or remove it yourself',
      details: { path },
    });
  }
  ensureDirectory(dirname(path), hostFiles);
  writeFileDurable(path, [content], hostFiles);
}

/** Every format names its maker somewhere; folded stacks have no room for it, but look like nothing else. */
function isOurs(bytes: Buffer): boolean {
  if (bytes.length === 0) return true;
  const text = plain(bytes).toString('utf8');
  return text.includes('fozzy') || /^(?:.+ \d+\n)+$/u.test(text);
}

const GZIP = 0x1f8b;

function plain(bytes: Buffer): Buffer {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== GZIP) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: OUTPUT_BYTES_MAX });
  } catch {
    return bytes;
  }
}

/** Larger than any profile; a bomb is not worth looking into. */
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;
