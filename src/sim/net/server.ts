/** `net.Server`: Node's own class, listening on the simulated network. */
import { Server as RealServer } from 'node:net';
import type { NetOptions } from './connect-arguments.ts';
import type { Endpoint } from './endpoint.ts';
import { listen } from './listening.ts';
import { type OwningServer, Socket } from './socket.ts';

interface AcceptSettings {
  readonly allowHalfOpen: boolean;
  readonly pauseOnConnect?: boolean;
  readonly highWaterMark?: number | undefined;
}

export class Server extends RealServer {
  override listen(...args: unknown[]): this {
    listen(this, args, (end) => accept(this, end));
    return this;
  }

  /** Node's http server is one too, though it is no instance of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Function.prototype[Symbol.hasInstance].call(RealServer, value);
  }
}

/** A connection has arrived: Node's order of things, from the limit to the event. */
export function accept(server: RealServer, end: Endpoint, make: (options: NetOptions) => Socket = makeSocket): Socket | undefined {
  // Reason for the cast: these members are no part of the type, but of every version of the class.
  const owner = server as unknown as OwningServer & AcceptSettings;
  if (typeof server.maxConnections === 'number' && owner['_connections'] >= server.maxConnections) {
    end.close(false);
    const { local, remote } = end;
    server.emit('drop', { localAddress: local.address, localPort: local.port, remoteAddress: remote.address, remotePort: remote.port });
    return undefined;
  }
  const socket = make({ allowHalfOpen: owner.allowHalfOpen, highWaterMark: owner.highWaterMark });
  socket.adopt(end);
  if (owner.pauseOnConnect === true) socket.pause();
  else socket.read(0);
  owner['_connections'] += 1;
  socket.server = server;
  socket['_server'] = owner;
  server.emit('connection', socket);
  return socket;
}

function makeSocket(options: NetOptions): Socket {
  return new Socket(options);
}
