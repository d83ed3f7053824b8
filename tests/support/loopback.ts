/** Real servers on loopback for tests of the HTTP backend; all of them are closed after each test. */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { afterEach } from 'vitest';
import type { CallLimits } from '../../src/world/host/port.ts';
import type { HttpHostRequest } from '../../src/world/http/port.ts';

export const noLimits: CallLimits = { timeoutMs: undefined, bytesMax: 8 * 1024 * 1024, signal: undefined };
const closers: (() => Promise<void>)[] = [];

afterEach(closeServers);

/** Before the test ends, where a test needs nobody to listen. */
export async function closeServers(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

export interface Listening {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
}

export async function listen(server: Server | ReturnType<typeof createSocketServer>): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  // An address is an object for every server that listens on a port.
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** A server that speaks HTTP. */
export async function serve(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${(await listen(createServer(answer))).port}`;
}

/** A server that says exactly these bytes to whoever sends something. */
export async function say(...bytes: (string | Buffer)[]): Promise<string> {
  const { port } = await listen(
    createSocketServer((socket) =>
      socket.once('data', () => {
        for (const part of bytes) socket.write(part);
      }),
    ),
  );
  return `http://127.0.0.1:${port}`;
}

export function ask(url: string, more: Partial<HttpHostRequest> = {}): HttpHostRequest {
  return { method: 'GET', url, headers: [], body: undefined, ...more };
}

export async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}
