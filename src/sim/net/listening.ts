/**
 * `server.listen` for Node's own server classes: everything of them stays as it is, but what they listen on is a port of the simulated
 * machine. The handle below offers what the real class asks of its own.
 */
import type { Server } from 'node:net';
import { nextTick } from 'node:process';
import { familyOf, isAnyAddress, isLoopback, addressOf } from '../../world/wire/addresses.ts';
import { current } from '../active.ts';
import { captureContext, runInContext } from '../async-context.ts';
import type { Machine } from '../machine.ts';
import { nodeError, notSimulated } from '../node-error.ts';
import { type NetOptions, portOf, readArguments } from './connect-arguments.ts';
import type { Endpoint } from './endpoint.ts';
import { hostOf, type Listener } from './host.ts';
import { literal, lookupName } from './name-lookup.ts';
import { bindError } from './net-error.ts';

/** Makes a socket of an accepted connection and announces it. */
export type Accept = (end: Endpoint) => void;

/** What Node's server class keeps of itself, as far as it is needed here. */
interface Internals {
  _handle: Handle | null;
  _pipeName?: string;
  _unref: boolean;
}

class Handle implements Listener<Endpoint> {
  readonly machine: Machine;
  readonly address: string;
  readonly port: number;
  /** A path on the machine instead of a port. */
  readonly path: string | undefined;
  readonly owner: unknown;
  readonly #accept: Accept;
  readonly #context = captureContext();
  readonly #life: number;
  #isCounted = false;
  #isClosed = false;

  constructor(machine: Machine, owner: unknown, accept: Accept, address: string, port: number, path?: string) {
    this.machine = machine;
    this.#life = machine.life;
    this.owner = owner;
    this.#accept = accept;
    this.address = address;
    this.port = port;
    this.path = path;
    this.ref();
  }

  accept(end: Endpoint): void {
    // Reason for the cast: the context hands back what it was given.
    runInContext(this.#context, (given) => this.#accept(given as Endpoint), end);
  }

  close(callback?: () => void): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.unref();
    const host = hostOf(this.machine.host);
    if (this.path === undefined) host.unlisten(this);
    else host.paths.delete(this.path);
    if (callback !== undefined) nextTick(callback);
  }

  ref(): void {
    if (this.#isCounted || this.#life !== this.machine.life) return;
    this.#isCounted = true;
    this.machine.handles += 1;
  }

  unref(): void {
    if (!this.#isCounted || this.#life !== this.machine.life) return;
    this.#isCounted = false;
    this.machine.handles -= 1;
  }

  hasRef(): boolean {
    return this.#isCounted;
  }

  getsockname(out: { address?: string; family?: string; port?: number }): number {
    out.address = this.address;
    out.family = familyOf(this.address);
    out.port = this.port;
    return 0;
  }

  getAsyncId(): number {
    return 0;
  }
}

export function listen(server: Server, args: readonly unknown[], accept: Accept): void {
  const { options, callback } = readArguments(args);
  // Reason for the cast: these members are no part of the type, but of every version of the class.
  const internals = server as unknown as Internals;
  if (internals['_handle'] !== null)
    throw nodeError('ERR_SERVER_ALREADY_LISTEN', 'Listen method has been called more than once without closing.');
  if (callback !== undefined) server.once('listening', callback);
  if (options.signal instanceof AbortSignal) options.signal.addEventListener('abort', () => server.close(), { once: true });
  const machine = current();
  if (typeof options.path === 'string') {
    listenOnPath(server, machine, options.path, accept);
    return;
  }
  if ('fd' in options || '_handle' in options || 'handle' in options) {
    throw notSimulated('Listening on a handle or file descriptor', 'Listen on a port or a path of the simulated machine.');
  }
  const port = options.port === undefined || options.port === null ? 0 : portOf(options.port, 'options.port');
  const host = hostNameOf(options, args);
  if (host === undefined) bind(server, machine, '::', port, accept);
  else resolveAndBind(server, machine, host, port, accept);
}

function hostNameOf(options: NetOptions, args: readonly unknown[]): string | undefined {
  const host = typeof args[0] === 'object' ? options.host : args[1];
  return typeof host === 'string' && host !== '' ? host : undefined;
}

function resolveAndBind(server: Server, machine: Machine, host: string, port: number, accept: Accept): void {
  const address = literal(host);
  if (address !== undefined) {
    nextTick(() => bind(server, machine, address.address, port, accept));
    return;
  }
  lookupName(machine, host, 0, (error, [first]) => {
    if (error !== null) server.emit('error', error);
    else if (first !== undefined) bind(server, machine, first.address, port, accept);
  });
}

function bind(server: Server, machine: Machine, address: string, port: number, accept: Accept): void {
  const host = hostOf(machine.host);
  if (!isAnyAddress(address) && !isLoopback(address) && address !== addressOf(machine.host.loop.index)) {
    failLater(server, bindError('listen', 'EADDRNOTAVAIL', address, port));
    return;
  }
  if (port !== 0 && host.isTaken(address, port)) {
    failLater(server, bindError('listen', 'EADDRINUSE', address, port));
    return;
  }
  const handle = new Handle(machine, server, accept, address, port === 0 ? (host.ephemeralPort() ?? 0) : port);
  host.listen(handle);
  open(server, handle);
}

function listenOnPath(server: Server, machine: Machine, path: string, accept: Accept): void {
  const { paths } = hostOf(machine.host);
  if (paths.has(path)) {
    failLater(server, bindError('listen', 'EADDRINUSE', path, undefined));
    return;
  }
  const handle = new Handle(machine, server, accept, path, 0, path);
  paths.set(path, handle);
  // Reason for the cast: Node's `address()` answers with this name when the handle has no socket name.
  (server as unknown as Internals)['_pipeName'] = path;
  Object.defineProperty(handle, 'getsockname', { value: undefined });
  open(server, handle);
}

function failLater(server: Server, error: Error): void {
  nextTick(() => server.emit('error', error));
}

function open(server: Server, handle: Handle): void {
  // Reason for the cast: the real class asks its handle only for what ours has.
  const internals = server as unknown as Internals;
  internals['_handle'] = handle;
  if (internals['_unref']) handle.unref();
  nextTick(() => {
    if (internals['_handle'] === handle) server.emit('listening');
  });
}
