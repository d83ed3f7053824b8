/** `http.Server`: Node's own, fed with simulated connections. Its timers run on the virtual clock. */
import http from 'node:http';
import { isCallback, isObject, type NetOptions } from '../connect-arguments.ts';
import type { Endpoint } from '../endpoint.ts';
import { listen } from '../listening.ts';
import { accept } from '../server.ts';
import type { Socket } from '../socket.ts';
import { INCOMING } from './listen-to-words.ts';
import { RequestDeadlines } from './request-deadlines.ts';
import { ServerResponse } from './server-response.ts';

/** Not in fields: a server of the old style is an object that existed before. */
const deadlines = new WeakMap<http.Server, RequestDeadlines>();

export class Server extends http.Server {
  constructor(given?: unknown, listener?: unknown) {
    // Reason for the cast: the options are the caller's, and Node checks them.
    super(optionsOf(given) as unknown as http.ServerOptions);
    prepare(this, given, listener);
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
    const known = deadlines.get(this) ?? new RequestDeadlines(this);
    deadlines.set(this, known);
    known.watch(socket);
  }

  override closeIdleConnections(): void {
    deadlines.get(this)?.closeIdle();
  }

  override closeAllConnections(): void {
    deadlines.get(this)?.closeAll();
  }
}

/** `http.Server.call(this, …)`. */
export function beginServer(server: http.Server, given?: unknown, listener?: unknown): void {
  Reflect.apply(http.Server, server, [optionsOf(given)]);
  prepare(server, given, listener);
}

function optionsOf(given: unknown): NetOptions {
  return { ServerResponse, ...(isObject(given) ? given : {}) };
}

function prepare(server: http.Server, given: unknown, listener: unknown): void {
  // Node would start to check its connections by the real clock; see request-deadlines.ts.
  server.removeAllListeners('listening');
  const onRequest = isCallback(given) ? given : listener;
  if (isCallback(onRequest)) server.on('request', onRequest);
  Object.defineProperty(server, INCOMING, { value: optionsOf(given)['IncomingMessage'] ?? http.IncomingMessage });
}
