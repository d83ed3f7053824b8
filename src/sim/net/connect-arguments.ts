/** The many ways to say where to connect or listen: `(port, host?, callback?)`, `(path, callback?)`, `(options, callback?)`. */
import { invalidArgType, nodeError } from '../node-error.ts';

export type Callback = (...args: unknown[]) => void;

export interface NetOptions {
  readonly port?: unknown;
  readonly host?: unknown;
  readonly path?: unknown;
  readonly family?: unknown;
  readonly localPort?: unknown;
  readonly localAddress?: unknown;
  readonly backlog?: unknown;
  readonly lookup?: unknown;
  readonly signal?: unknown;
  readonly timeout?: unknown;
  readonly allowHalfOpen?: unknown;
  readonly onread?: unknown;
  readonly [key: string]: unknown;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

export function readArguments(args: readonly unknown[]): { readonly options: NetOptions; readonly callback: Callback | undefined } {
  const [first, second] = args;
  const last = args.at(-1);
  const callback = isCallback(last) ? last : undefined;
  if (Array.isArray(first)) return readArguments(first);
  if (isObject(first)) return { options: first, callback };
  if (isCallback(first) || first === undefined || first === null) return { options: {}, callback };
  if (typeof first === 'string' && !isPort(first)) return { options: { path: first }, callback };
  return { options: typeof second === 'string' ? { port: first, host: second } : { port: first }, callback };
}

function isPort(text: string): boolean {
  return text.trim() !== '' && Number(text) >= 0;
}

/** A port number, as Node accepts it; throws its errors. */
export function portOf(port: unknown, name: string): number {
  if (typeof port !== 'number' && typeof port !== 'string') throw invalidArgType(name, 'one of type number or string', port);
  const number = Number(port);
  if ((typeof port === 'string' && port.trim() === '') || !Number.isInteger(number) || number < 0 || number > 65_535) {
    const shown = typeof port === 'string' ? `type string ('${port}')` : `type number (${port})`;
    const message = `${name === 'options.port' || name === 'port' ? name : `"${name}"`} should be >= 0 and < 65536. Received ${shown}.`;
    throw nodeError('ERR_SOCKET_BAD_PORT', message, RangeError);
  }
  return number;
}

export function missingArgs(): Error {
  return nodeError('ERR_MISSING_ARGS', 'The "options" or "port" or "path" argument must be specified', TypeError);
}
