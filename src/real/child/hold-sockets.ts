/**
 * Sockets: every machine has its own ports, which are real ones of this computer; connections, and what arrives on them, are held until
 * their turn. Bytes of one connection keep their order.
 */
import type * as nodeNet from 'node:net';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import type { Keeper } from './keeper.ts';

/** What all writing to a socket of Node goes through. */
const WRITE = '_writeGeneric';

/** Nobody listens there. */
const DEAD_PORT = 1;

/** The module itself, whose classes are changed. */
const net = createRequire(import.meta.url)('node:net') as typeof nodeNet;

type DialOptions = nodeNet.TcpSocketConnectOpts & { readonly path?: string | null };
/** How Node itself reads the arguments of `connect` and `listen`. */
const readArguments = Reflect.get(net, '_normalizeArgs') as (args: readonly unknown[]) => [DialOptions, (() => void) | null];

/** As values to be kept and applied. */
type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

interface Wire {
  readonly machine: string;
  port: number | undefined;
  isOpen: boolean;
  /** Its end was told, or is about to be. */
  isDown: boolean;
  /** Chunks that are held; the end must not overtake them. */
  held: number;
  hasEnded: boolean;
}

export class Ports {
  readonly #ports = new Map<string, Readonly<Record<string, number>>>();

  set(machine: string, ports: Readonly<Record<string, number>>): void {
    this.#ports.set(machine.toLowerCase(), ports);
  }

  has(machine: string): boolean {
    return this.#ports.has(machine.toLowerCase());
  }

  real(machine: string, port: number): number {
    return this.#ports.get(machine.toLowerCase())?.[port] ?? DEAD_PORT;
  }
}

export function holdSockets(keeper: Keeper, ports: Ports): void {
  const wires = new WeakMap<object, Wire>();
  holdDialling(keeper, ports, wires);
  holdErrors(keeper, wires);
  holdBytes(keeper, wires);
  holdServers(keeper, wires);
}

function holdDialling(keeper: Keeper, ports: Ports, wires: WeakMap<object, Wire>): void {
  const { Socket } = net;
  // Reason for the cast: only methods are taken from it.
  const { connect, emit } = Socket.prototype as unknown as Record<'connect' | 'emit', Method>;

  Socket.prototype.connect = function held(this: nodeNet.Socket, ...args: readonly unknown[]): nodeNet.Socket {
    const [options, callback] = Array.isArray(args[0]) ? (args[0] as ReturnType<typeof readArguments>) : readArguments(args); // read already
    if (options.path !== undefined && options.path !== null && options.port === undefined)
      return Reflect.apply(connect, this, args) as nodeNet.Socket; // a path is a real file
    const host = options.host ?? 'localhost';
    const { machine } = keeper;
    const isOwn = host === 'localhost' || net.isIP(host) > 0;
    const target = isOwn ? machine : host;
    if (callback !== null && callback !== undefined) this.once('connect', callback);
    Reflect.set(this, 'connecting', true);
    const go = (): void => {
      if (this.destroyed) return;
      if (!isOwn && !ports.has(target)) {
        this.destroy(
          Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), {
            code: 'ENOTFOUND',
            errno: -3008,
            syscall: 'getaddrinfo',
            hostname: host,
          }),
        );
        return;
      }
      wires.set(this, { machine, port: undefined, isOpen: false, isDown: false, held: 0, hasEnded: false });
      this.once('dialled', (port: number) => keeper.say({ is: 'dialled', machine, to: target, parent, port }));
      const parent = keeper.step;
      Reflect.set(this, 'connecting', false);
      const port = keeper.isRefusedBy(target) ? DEAD_PORT : ports.real(target, options.port);
      Reflect.apply(connect, this, [{ ...options, host: '127.0.0.1', port, lookup: undefined }]);
    };
    if (isOwn) go();
    else keeper.hold(keeper.name('dns.lookup'), 'arrival', go);
    return this;
  };

  Socket.prototype.emit = function held(this: nodeNet.Socket, event: string | symbol, ...args: readonly unknown[]): boolean {
    const wire = event === 'connect' || event === 'ready' ? wires.get(this) : undefined;
    if (wire === undefined || wire.isOpen) return Reflect.apply(emit, this, [event, ...args]) as boolean; // as it declares
    if (event === 'ready') return true;
    wire.port = this.localPort ?? 0;
    Reflect.apply(emit, this, ['dialled', wire.port]);
    const open = () => {
      wire.isOpen = true;
      if (this.destroyed) return;
      this.emit('connect');
      this.emit('ready');
    };
    keeper.hold({ ...keeper.name('socket.connect', wire.machine), parent: -1 }, 'arrival', open, { port: wire.port });
    return true;
  };
}

/** A connection that is refused or reset tells so when its turn comes. */
function holdErrors(keeper: Keeper, wires: WeakMap<object, Wire>): void {
  const { Socket } = net;
  // Reason for the cast: only a method is taken from it.
  const { destroy } = Socket.prototype as unknown as Record<'destroy', Method>;
  const labels: Readonly<Record<string, string>> = { ECONNRESET: 'socket.reset', ECONNREFUSED: 'socket.refused' };

  Socket.prototype.destroy = function held(this: nodeNet.Socket, error?: Error): nodeNet.Socket {
    const wire = wires.get(this);
    const code: unknown = error === undefined ? undefined : Reflect.get(error, 'code');
    const label = typeof code === 'string' ? labels[code] : undefined;
    if (wire === undefined || label === undefined || wire.isDown || this.destroyed)
      return Reflect.apply(destroy, this, [error]) as nodeNet.Socket; // as it declares
    wire.isDown = true;
    const port = wire.port === undefined ? {} : { port: wire.port };
    keeper.hold({ ...keeper.name(label, wire.machine), parent: -1 }, 'arrival', () => this.destroy(error), port);
    return this;
  };
}

function holdBytes(keeper: Keeper, wires: WeakMap<object, Wire>): void {
  // Reason for the cast: what every stream of Node has, declared or not.
  const prototype = net.Socket.prototype as unknown as Record<string, (...args: readonly unknown[]) => boolean>;
  const push = prototype['push'] ?? refused;
  const write = prototype[WRITE] ?? refused;

  prototype['push'] = function held(this: nodeNet.Socket, chunk: unknown, ...rest: readonly unknown[]): boolean {
    const wire = wires.get(this);
    if (wire?.port === undefined) return Reflect.apply(push, this, [chunk, ...rest]);
    if (chunk === null) {
      wire.hasEnded = true;
      return wire.held > 0 ? true : Reflect.apply(push, this, [null]);
    }
    wire.held += 1;
    const arrive = () => {
      wire.held -= 1;
      if (this.destroyed) return;
      Reflect.apply(push, this, [chunk, ...rest]);
      if (wire.hasEnded && wire.held === 0) Reflect.apply(push, this, [null]);
    };
    keeper.hold({ ...keeper.name('socket.data', wire.machine), parent: -1 }, 'arrival', arrive, { port: wire.port });
    return true;
  };

  prototype[WRITE] = function told(this: nodeNet.Socket, ...args: readonly unknown[]): boolean {
    const wire = wires.get(this);
    if (wire?.port !== undefined && !this.connecting) {
      if (keeper.resets.has(wire.port)) {
        keeper.inject({ fault: 'reset' });
        resetNow(this);
        return true;
      }
      keeper.say({ is: 'wrote', machine: wire.machine, step: keeper.step, port: wire.port });
    }
    return Reflect.apply(write, this, args);
  };
}

function holdServers(keeper: Keeper, wires: WeakMap<object, Wire>): void {
  const { Server } = net;
  // Reason for the cast: only methods are taken from it.
  const { listen, emit } = Server.prototype as unknown as Record<'listen' | 'emit', Method>;
  const machines = new WeakMap<object, string>();
  const taken = new Set<string>();

  Server.prototype.listen = function placed(this: nodeNet.Server, ...args: readonly unknown[]): nodeNet.Server {
    const [options, callback] = readArguments(args);
    if (options.port === undefined) return Reflect.apply(listen, this, args) as nodeNet.Server; // a path or a handle
    const { machine } = keeper;
    const key = `${machine} ${options.port}`;
    if (options.port !== 0 && taken.has(key)) {
      const error = Object.assign(new Error(`listen EADDRINUSE: address already in use :::${options.port}`), {
        code: 'EADDRINUSE',
        syscall: 'listen',
        port: options.port,
      });
      process.nextTick(() => this.emit('error', error));
      return this;
    }
    taken.add(key);
    machines.set(this, machine);
    this.once('close', () => taken.delete(key));
    const address = this.address.bind(this);
    this.prependOnceListener('listening', () => {
      const real = address();
      if (typeof real !== 'object' || real === null) return;
      const port = options.port === 0 ? real.port : options.port;
      this.address = () => ({ address: '127.0.0.1', family: 'IPv4', port });
      keeper.say({ is: 'listens', machine, port, real: real.port });
    });
    return Reflect.apply(listen, this, [
      { ...options, host: '127.0.0.1', port: 0 },
      ...(callback === null ? [] : [callback]),
    ]) as nodeNet.Server; // as it declares
  };

  Server.prototype.emit = function held(this: nodeNet.Server, event: string | symbol, ...args: readonly unknown[]): boolean {
    const machine = machines.get(this);
    const [socket] = args;
    if (event !== 'connection' || machine === undefined || !(socket instanceof net.Socket) || wires.has(socket))
      return Reflect.apply(emit, this, [event, ...args]) as boolean; // as it declares
    const port = socket.remotePort ?? 0;
    wires.set(socket, { machine, port, isOpen: true, isDown: false, held: 0, hasEnded: false });
    // An HTTP parser would otherwise read past the stream.
    const handle: unknown = Reflect.get(socket, '_handle');
    if (typeof handle === 'object' && handle !== null) Reflect.set(handle, '_consumed', true);
    keeper.hold({ ...keeper.name('net.connect', machine), parent: -1 }, 'arrival', () => this.emit(event, ...args), { port });
    return true;
  };
}

/** The other end learns it from the system; this one, which sent the reset, is told the same when its turn comes. */
function resetNow(socket: nodeNet.Socket): void {
  const handle: unknown = Reflect.get(socket, '_handle');
  const reset: unknown = Reflect.get(Object(handle), 'reset');
  if (typeof reset !== 'function') refused();
  Reflect.apply(reset, handle, [() => undefined]);
  Reflect.set(socket, '_handle', null);
  const error = new Error('read ECONNRESET');
  socket.destroy(Object.assign(error, { errno: -constants.errno.ECONNRESET, code: 'ECONNRESET', syscall: 'read' }));
}

function refused(): never {
  throw new TypeError('this Node writes to its sockets in another way');
}
