/** What callers of `dgram` pass: where to bind, and the bytes to send. */
import { invalidArgType, nodeError } from '../../node-error.ts';
import { type Callback, isCallback, isObject, portOf } from '../connect-arguments.ts';

export function bindArguments(args: readonly unknown[]): {
  readonly port: number;
  readonly address: string | undefined;
  readonly callback: Callback | undefined;
} {
  const last = args.at(-1);
  const [first, second] = args;
  const options = isObject(first) && !isCallback(first) ? first : { port: isCallback(first) ? undefined : first, address: second };
  const port = options['port'] === undefined || options['port'] === null ? 0 : portOf(options['port'], 'Port');
  const address = options['address'];
  return {
    port,
    address: typeof address === 'string' && address !== '' ? address : undefined,
    callback: isCallback(last) ? last : undefined,
  };
}

export function asBytes(message: unknown, offset: unknown, length: unknown): Buffer {
  if (Array.isArray(message)) return Buffer.concat(message.map((part) => asBytes(part, undefined, undefined)));
  const all =
    typeof message === 'string'
      ? Buffer.from(message)
      : ArrayBuffer.isView(message)
        ? Buffer.from(new Uint8Array(message.buffer, message.byteOffset, message.byteLength))
        : undefined;
  if (all === undefined) throw invalidArgType('buffer', 'of type string or an instance of Buffer, TypedArray, or DataView', message);
  if (typeof offset !== 'number' || typeof length !== 'number') return all;
  if (offset > all.byteLength || offset + length > all.byteLength) {
    throw nodeError(
      'ERR_BUFFER_OUT_OF_BOUNDS',
      offset > all.byteLength ? '"offset" is outside of buffer bounds' : '"length" is outside of buffer bounds',
      RangeError,
    );
  }
  return all.subarray(offset, offset + length);
}
