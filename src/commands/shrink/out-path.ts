/** Where the smaller trace goes, and what may be replaced there: only an earlier result of the same trace. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { isArray } from '../../base/canonical-json.ts';
import { parseJsonValue } from '../../base/json-text.ts';
import type { RecordTarget } from '../../store/record-target.ts';
import { checkRecordTarget } from '../../store/record-target.ts';
import { checkTraceName } from '../trace-name.ts';

export interface OutTarget {
  /** As given on the command line. */
  readonly given: string | undefined;
  readonly cwd: string;
  readonly tracePath: string;
  readonly traceText: string;
  readonly traceDigest: string;
}

/** Refuses at once what could only fail after the search. */
export function outTarget({ given, cwd, tracePath, traceText, traceDigest }: OutTarget): RecordTarget {
  if (given !== undefined) checkTraceName(given, 'out');
  const extension = extname(tracePath);
  const beside = join(dirname(tracePath), `${basename(tracePath, extension)}.min${extension}`);
  const target: RecordTarget = {
    path: given === undefined ? beside : resolve(cwd, given),
    policy: 'error',
    cwd,
    mayReplace: (existing) => digestShrunk(existing) === traceDigest || isOwnCopy(existing, traceText, tracePath, given, cwd),
  };
  checkRecordTarget(target);
  return target;
}

function digestShrunk(text: string): string | undefined {
  const parsed = parseJsonValue(text);
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null || isArray(parsed.value)) return undefined;
  const from = parsed.value['shrunk_from'];
  if (typeof from !== 'object' || from === null || isArray(from)) return undefined;
  return typeof from['blake3'] === 'string' ? from['blake3'] : undefined;
}

/** A passing trace is copied as it is, and copying it again changes nothing; but the trace itself is never the target. */
function isOwnCopy(existing: string, traceText: string, tracePath: string, given: string | undefined, cwd: string): boolean {
  return existing === traceText && (given === undefined || resolve(cwd, given) !== tracePath);
}
