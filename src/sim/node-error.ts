/** Errors as Node makes them: code, name and message, so that code which looks at them cannot tell the difference. */
import { activeKernel } from './active.ts';

export interface NodeError extends Error {
  code?: string;
  errno?: number;
  syscall?: string;
}

type ErrorClass = new (message: string, options?: ErrorOptions) => Error;

/** An error of Node's JavaScript layer: `TypeError [ERR_X]: message`. */
export function nodeError(code: string, message: string, base: ErrorClass = Error, options?: ErrorOptions): NodeError {
  const error: NodeError = new base(message, options);
  // Node shows the code in the stack and in toString, but not in the name itself.
  Object.defineProperty(error, 'stack', {
    value: String(error.stack).replace(error.name, `${error.name} [${code}]`),
    writable: true,
    configurable: true,
  });
  error.code = code;
  return error;
}

export function invalidArgType(name: string, expected: string, actual: unknown): NodeError {
  const subject = name.includes('.') ? `property` : 'argument';
  return nodeError('ERR_INVALID_ARG_TYPE', `The "${name}" ${subject} must be ${expected}. Received ${received(actual)}`, TypeError);
}

function received(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'object') {
    const name: unknown = Reflect.get(value, 'constructor');
    return typeof name === 'function' && name.name !== '' ? `an instance of ${name.name}` : Object.prototype.toString.call(value);
  }
  if (typeof value === 'bigint') return `type bigint (${value}n)`;
  if (typeof value === 'string') return `type string ('${value.length > 28 ? `${value.slice(0, 25)}...` : value}')`;
  if (typeof value === 'symbol') return `type symbol (${value.toString()})`;
  return typeof value === 'number' || typeof value === 'boolean' ? `type ${typeof value} (${value})` : typeof value;
}

/** What aborting by a signal rejects with. */
export function abortError(cause?: unknown): NodeError {
  const error: NodeError = new Error('The operation was aborted', cause === undefined ? undefined : { cause });
  error.name = 'AbortError';
  error.code = 'ABORT_ERR';
  return error;
}

/** Something Fozzy does not simulate: refused by name, never passed to the host. */
export function notSimulated(what: string, instead: string): NodeError {
  return refused(`${what} is not simulated. ${instead}`);
}

/** A program may catch the error and go on without a word, so the story keeps it. */
export function refused(message: string): NodeError {
  activeKernel()?.note('refused', { message });
  return nodeError('ERR_FOZZY_NOT_SIMULATED', message);
}
