/** A TLS server takes a connection: the handshake first, then the event its users wait for. */
import type { Server as RealServer } from 'node:net';
import type { NetOptions } from '../connect-arguments.ts';
import type { Endpoint } from '../endpoint.ts';
import { accept } from '../server.ts';
import { TLSSocket } from './tls-socket.ts';

/** Node's default limit for a handshake. */
const HANDSHAKE_MS = 120_000;

export function tlsAccept(server: RealServer, end: Endpoint, options: NetOptions): TLSSocket | undefined {
  const socket = accept(server, end, (socketOptions) => new TLSSocket(undefined, { ...options, ...socketOptions, isServer: true }));
  if (!(socket instanceof TLSSocket)) return undefined;
  const failed = (error: Error) => server.emit('tlsClientError', error, socket);
  const timedOut = () => socket.destroy(Object.assign(new Error('TLS handshake timeout'), { code: 'ERR_TLS_HANDSHAKE_TIMEOUT' }));
  socket.on('error', failed);
  socket.setTimeout(typeof options['handshakeTimeout'] === 'number' ? options['handshakeTimeout'] : HANDSHAKE_MS, timedOut);
  socket.onSecure = () => {
    socket.setTimeout(0, timedOut);
    socket.removeListener('error', failed);
    server.emit('secureConnection', socket);
  };
  return socket;
}
