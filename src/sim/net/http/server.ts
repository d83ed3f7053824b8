/** `http.Server`: Node's own, fed with simulated connections. Its timers run on the virtual clock. */
import http from 'node:http';
import { isCallback, isObject } from '../connect-arguments.ts';
import type { Endpoint } from '../endpoint.ts';
import { listen } from '../listening.ts';
import { accept } from '../server.ts';
import type { Socket } from '../socket.ts';
import { INCOMING } from './listen-to-words.ts';
import { RequestDeadlines } from './request-deadlines.ts';
import { ServerResponse } from './server-response.ts';

export class Server extends http.Server {
  #deadlines: RequestDeadlines | undefined;

  constructor(given?: unknown, listener?: unknown) {
    const options = isObject(given) ? given : {};
    const onRequest = isCallback(given) ? given : listener;
    // Reason for the cast: the options are the caller's, and Node checks them.
    super({ ServerResponse, ...options } as unknown as http.ServerOptions);
    // Node would start to check its connections by the real clock; see request-deadlines.ts.
    this.removeAllListeners('listening');
    if (isCallback(onRequest)) this.on('request', onRequest);
    Object.defineProperty(this, INCOMING, { value: options['IncomingMessage'] ?? http.IncomingMessage });
  }

  override listen(...args: unknown[]): this {
    listen(this, args, (end) => this.accepted(end));
    return this;
  }

  accepted(end: Endpoint): void {
    const socket = accept(this, end);
    if (socket !== undefined) this.watch(socket);
  }

  watch(socket: Socket): void {
    this.#deadlines ??= new RequestDeadlines(this);
    this.#deadlines.watch(socket);
  }

  override closeIdleConnections(): void {
    this.#deadlines?.closeIdle();
  }

  override closeAllConnections(): void {
    this.#deadlines?.closeAll();
  }
}
