/** `tls.connect`: a connection, or a socket that has one, and the handshake on it. */
import { Socket } from '../socket.ts';
import { isCallback, isObject, type NetOptions, readArguments } from '../connect-arguments.ts';
import { tlsOverStream } from './stream-socket.ts';
import { TLSSocket } from './tls-socket.ts';

export function tlsConnect(...args: unknown[]): TLSSocket {
  const { options, callback } = tlsArguments(args);
  const below = options['socket'];
  if (below !== undefined && below !== null && !(below instanceof Socket)) throw tlsOverStream();
  const socket = new TLSSocket(below, options);
  if (callback !== undefined) socket.once('secureConnect', callback);
  if (typeof options.timeout === 'number') socket.setTimeout(options.timeout);
  if (below === undefined || below === null) socket.connect(options);
  return socket;
}

/** `(port, host?, options?, callback?)` as well as `(options, callback?)`. */
function tlsArguments(args: readonly unknown[]): {
  readonly options: NetOptions;
  readonly callback: ReturnType<typeof readArguments>['callback'];
} {
  const { options, callback } = readArguments(args);
  const more = args.slice(1).find(isObject);
  const merged: NetOptions = { ...options, ...(more !== undefined && !isCallback(more) ? more : {}) };
  return { options: { ...merged, allowHalfOpen: false }, callback };
}
