/** Commands in this process, in a project of their own: faster than the program, same documents, same files. */
import { readFileSync } from 'node:fs';
import { decodeTrace, type DecodedTrace } from '../../src/trace/decode.ts';

export { perform, refusal } from './built.ts';

export function readTrace(path: string | undefined): DecodedTrace {
  if (path === undefined) throw new Error('the run names no trace');
  return decodeTrace(readFileSync(path, 'utf8'), path);
}
