/**
 * The socket that Node puts between TLS and a stream that is none. Packages take its class from a TLSSocket while they are loaded; TLS
 * itself goes over simulated connections only, so what is written to such a socket is refused.
 */
import type { Duplex } from 'node:stream';
import { notSimulated, type NodeError } from '../../node-error.ts';
import { Socket } from '../socket.ts';

export class JSStreamSocket extends Socket {
  readonly stream: Duplex;

  constructor(stream: Duplex) {
    super();
    this.stream = stream;
  }
}

export function tlsOverStream(): NodeError {
  return notSimulated('TLS over a stream that is no socket', 'Pass a net.Socket, or options to connect with.');
}
