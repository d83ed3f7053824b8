/** What programs say they end with, judged as Node judges it, and what is left of it. */
import { invalidArgType, nodeError } from '../node-error.ts';
import { NODE_MAJOR } from '../node-version.ts';

/** Before Node 22 a text is handed back as a text, and null as null. */
export type ExitCode = number | string | null | undefined;

export function judgedExitCode(given: unknown): ExitCode {
  if (given === undefined || given === null) return NODE_MAJOR < 22 ? given : undefined;
  if (typeof given === 'string' && given !== '' && Number.isInteger(Number(given))) return NODE_MAJOR < 22 ? given : Number(given);
  if (typeof given !== 'number') throw invalidArgType('code', 'of type number', given);
  if (Number.isInteger(given)) return given;
  throw nodeError('ERR_OUT_OF_RANGE', `The value of "code" is out of range. It must be an integer. Received ${given}`, RangeError);
}

/** The system keeps the lowest byte. */
export function exitStatus(code: ExitCode): number {
  return Number(code ?? 0) & 0xff;
}
