/** Servers and sockets for tests of `node:net`, and what happened to them. */
import { once } from 'node:events';
import type net from 'node:net';
import { type Load, told } from '../../support/both-worlds.ts';

export async function listening(
  load: Load,
  onConnection: (socket: net.Socket) => void,
  options: net.ServerOpts = {},
): Promise<{ server: net.Server; port: number }> {
  const server = load('net').createServer(options, onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** Events of a socket in order, under a name. */
export function watch(
  log: unknown[],
  name: string,
  socket: net.Socket,
  events = ['connect', 'ready', 'end', 'finish', 'close', 'error', 'timeout'],
): void {
  for (const event of events) {
    socket.on(event, (value: unknown) =>
      log.push(value instanceof Error ? [name, event, told(value)] : value === undefined ? [name, event] : [name, event, value]),
    );
  }
}

/** Only those of one name: events of two sockets have no order between them. */
export function only(log: readonly unknown[], name: string): unknown[] {
  return log.filter((entry) => Array.isArray(entry) && entry[0] === name);
}

export const closed = (emitter: net.Socket | net.Server) => once(emitter, 'close');

export async function text(socket: net.Socket): Promise<string> {
  let all = '';
  for await (const chunk of socket) all += String(chunk);
  return all;
}
