/** What a value of a subject is, whichever realm it was made in: a class of this realm knows only its own instances. */
import types from 'node:util/types';

/** Not only those of this realm. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return types.isPromise(value);
}

export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}
