/** `tls.Server` and `https.Server`: Node's own net and http servers behind a simulated handshake. */
import { Server as HttpsServer } from 'node:https';
import { Server as RealTlsServer } from 'node:tls';
import { isCallback, isObject, type NetOptions } from '../connect-arguments.ts';
import type { Endpoint } from '../endpoint.ts';
import { beginServer, Server as HttpServer } from '../http/server.ts';
import { listen } from '../listening.ts';
import { Server } from '../server.ts';
import { tlsAccept } from './tls-accept.ts';
import { tlsOptions } from './tls-socket.ts';

export class TlsServer extends Server {
  #options: NetOptions;

  constructor(options?: unknown, listener?: unknown) {
    super({ allowHalfOpen: false });
    this.#options = tlsOptions(options);
    const onSecure = isCallback(options) ? options : listener;
    if (isCallback(onSecure)) this.on('secureConnection', onSecure);
  }

  override listen(...args: unknown[]): this {
    listen(this, args, (end) => tlsAccept(this, end, this.#options));
    return this;
  }

  /** Certificates are not looked at, so another one changes nothing but what was said about protocols. */
  setSecureContext(options: unknown): void {
    this.#options = { ...this.#options, ...(isObject(options) ? options : {}) };
  }

  addContext(): void {}

  getTicketKeys(): Buffer {
    return Buffer.alloc(48);
  }

  setTicketKeys(): void {}

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof SecureServer || Function.prototype[Symbol.hasInstance].call(TlsServer, value) || value instanceof RealTlsServer;
  }
}

/** Not in a field: a server of the old style is an object that existed before. */
const secureOptions = new WeakMap<object, NetOptions>();

export class SecureServer extends HttpServer {
  constructor(options?: unknown, listener?: unknown) {
    super(httpOptions(options), listener);
    secure(this, options);
  }

  override accepted(end: Endpoint): void {
    const socket = tlsAccept(this, end, secureOptions.get(this) ?? {});
    if (socket !== undefined) this.watch(socket);
  }

  setSecureContext(options: unknown): void {
    secureOptions.set(this, { ...secureOptions.get(this), ...(isObject(options) ? options : {}) });
  }

  addContext(): void {}

  static override [Symbol.hasInstance](value: unknown): boolean {
    return Function.prototype[Symbol.hasInstance].call(SecureServer, value) || value instanceof HttpsServer;
  }
}

/** `https.Server.call(this, …)`. */
export function beginSecureServer(server: SecureServer, options?: unknown, listener?: unknown): void {
  beginServer(server, httpOptions(options), listener);
  secure(server, options);
}

function secure(server: SecureServer, options: unknown): void {
  secureOptions.set(server, { ALPNProtocols: ['http/1.1'], ...tlsOptions(options) });
  // Node's http code serves a connection when it appears; here that is after the handshake.
  for (const serve of server.listeners('connection')) {
    if (!isCallback(serve)) continue;
    server.removeListener('connection', serve);
    server.on('secureConnection', serve);
  }
}

function httpOptions(options: unknown): unknown {
  return isObject(options) && !isCallback(options) ? withoutTls(options) : options;
}

/** What is meant for TLS is not for the http server. */
function withoutTls(options: NetOptions): NetOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !TLS_ONLY.has(name)));
}

const TLS_ONLY: ReadonlySet<string> = new Set([
  'key',
  'cert',
  'ca',
  'pfx',
  'passphrase',
  'ciphers',
  'ALPNProtocols',
  'SNICallback',
  'requestCert',
]);
