/** The `onread` option of a socket: its bytes go into one buffer of the caller's, over and over, instead of into a stream. */
import { isCallback, isObject } from './connect-arguments.ts';

export interface OnRead {
  readonly buffer: Uint8Array;
  readonly callback: (bytes: number, buffer: Uint8Array) => unknown;
}

export function onreadOf(onread: unknown): OnRead | undefined {
  if (!isObject(onread) || !isCallback(onread['callback'])) return undefined;
  const given: unknown = onread['buffer'];
  const buffer: unknown = isCallback(given) ? Reflect.apply(given, undefined, []) : given;
  return buffer instanceof Uint8Array ? { buffer, callback: onread['callback'] } : undefined;
}

/** False = the caller wants no more for now. */
export function hand(bytes: Buffer, { buffer, callback }: OnRead): boolean {
  for (let at = 0; at < bytes.byteLength; at += buffer.byteLength) {
    const part = bytes.subarray(at, at + buffer.byteLength);
    buffer.set(part);
    if (callback(part.byteLength, buffer) === false) return false;
  }
  return true;
}
