/**
 * The dispatcher of undici a fetch goes through, if it is more than a way to the network: one that was named for this call, or the one the
 * program made its global one. undici makes a plain agent the global one as soon as it is loaded; that does what fetch does anyway.
 */
import type { Machine } from '../../machine.ts';
import { globalObjectOf } from '../../module-access.ts';

/** What undici calls with the parts of a response; newer versions still take it. */
export interface DispatchHandler {
  onConnect(abort: (reason?: unknown) => void): void;
  onHeaders(status: number, headers: readonly (Uint8Array | string)[], resume: () => void, statusText: string): boolean;
  onData(chunk: Buffer): boolean;
  onComplete(): void;
  onError(error: unknown): void;
}

export interface Dispatcher {
  readonly isMockActive?: unknown;
  dispatch(options: object, handler: DispatchHandler): boolean;
}

const FOR_FETCH = Symbol.for('undici.globalDispatcher.1');
/** Newer versions keep the dispatcher itself here, and for fetch one that translates. */
const NEWER = Symbol.for('undici.globalDispatcher.2');

export function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'dispatch') === 'function';
}

export function globalDispatcher(machine: Machine): Dispatcher | undefined {
  const own = globalObjectOf(machine);
  const dispatcher: unknown = own === undefined ? undefined : Reflect.getOwnPropertyDescriptor(own, FOR_FETCH)?.value;
  if (own === undefined || !isDispatcher(dispatcher)) return undefined;
  const newer: unknown = Reflect.getOwnPropertyDescriptor(own, NEWER)?.value;
  return isPlainAgent(isDispatcher(newer) ? newer : dispatcher) ? undefined : dispatcher;
}

/** An agent that was given no options. */
function isPlainAgent(dispatcher: Dispatcher): boolean {
  if (dispatcher.constructor.name !== 'Agent') return false;
  const key = Object.getOwnPropertySymbols(dispatcher).find(({ description }) => description === 'options');
  const options: unknown = key === undefined ? undefined : Reflect.get(dispatcher, key);
  return Object.values(Object(options)).every((value) => value === undefined || value === Number.POSITIVE_INFINITY);
}
