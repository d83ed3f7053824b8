/**
 * A file a person asked for with `--out`. Nothing that Fozzy did not make is overwritten: an existing file is replaced only if its content
 * shows that it is an earlier output of the same kind.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FozzyError } from '../base/problem.ts';
import { writeFileDurable } from './atomic-write.ts';
import { assertSafeTarget, ensureDirectory, entryAt } from './directory.ts';
import { onDisk } from './file-error.ts';
import { hostFiles } from './file-ops.ts';

export interface OutputFile {
  /** Absolute. */
  readonly path: string;
  readonly content: string | Uint8Array;
  /** Parents below it must not be symbolic links. */
  readonly cwd: string;
  /** Knows an earlier output by its text, which is unpacked if it was packed. */
  readonly isEarlier: (text: string) => boolean;
}

export function writeOutput({ path, content, cwd, isEarlier }: OutputFile): void {
  assertSafeTarget(path, cwd);
  const found = entryAt(path);
  if (
    found !== undefined &&
    !(
      found.isFile() &&
      mayBeReplaced(
        onDisk('read', path, () => readFileSync(path)),
        isEarlier,
      )
    )
  ) {
    throw new FozzyError('output_exists', `${path} exists and is no earlier output of this command`, {
      hint: 'choose another --out, or remove it yourself',
      details: { path },
    });
  }
  ensureDirectory(dirname(path), hostFiles);
  writeFileDurable(path, [content], hostFiles);
}

function mayBeReplaced(bytes: Buffer, isEarlier: OutputFile['isEarlier']): boolean {
  return bytes.length === 0 || isEarlier(plain(bytes).toString('utf8'));
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
