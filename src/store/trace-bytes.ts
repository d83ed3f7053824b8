/** The bytes of a trace file. Its size is asked first: what is too large to be a trace must not be loaded to find that out. */
import { readFileSync, statSync } from 'node:fs';
import { TRACE_BYTES_MAX } from '../base/limits.ts';
import { FozzyError } from '../base/problem.ts';
import { onDisk } from './file-error.ts';

export function readTraceBytes(path: string): Buffer {
  return onDisk('read', path, () => {
    if (statSync(path).size > TRACE_BYTES_MAX) {
      throw new FozzyError('trace_parse', `failed to parse trace ${path}: larger than ${TRACE_BYTES_MAX} bytes`);
    }
    return readFileSync(path);
  });
}
