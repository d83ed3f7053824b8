/**
 * `net.Socket` over simulated connections: a real Duplex with Node's order of events. It belongs to the machine that made it; what
 * arrives runs there. Fields with a leading underscore are those that Node's own http code and popular packages look at.
 */
import { nextTick } from 'node:process';
import { Duplex, type DuplexOptions } from 'node:stream';
import { abortError, nodeError } from '../node-error.ts';
import { isCallback, isObject, missingArgs, type NetOptions, readArguments } from './connect-arguments.ts';
import { Connecting } from './connecting.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointOwner, Reception } from './endpoint-owner.ts';
import { type NetError, socketError } from './net-error.ts';
import { hand, type OnRead, onreadOf } from './on-read.ts';
import { byteLengthOf, keep, type Packet, type Words, type Written } from './packet.ts';
import { SocketFacts } from './socket-facts.ts';

/** Takes a message in words; undefined = it wants the bytes. */
export type TakeWords = (socket: Socket, words: Words) => Reception | undefined;

let takeWords: TakeWords = () => undefined;

/** The http side registers itself when it is loaded. */
export function setTakeWords(take: TakeWords): void {
  takeWords = take;
}

let freeParser: (socket: Socket) => void = () => undefined;

/** Node's parsers are native and must be given back, or they stay for ever. The http side registers itself. */
export function setFreeParser(free: (socket: Socket) => void): void {
  freeParser = free;
}

type WriteDone = (error?: Error | null) => void;

interface PendingWrite {
  readonly written: readonly Written[];
  readonly done: WriteDone;
}

/** Node's streams can come back to life; it has no type. */
const duplexWrite: (...args: unknown[]) => boolean = Reflect.get<object, string>(Duplex.prototype, 'write');
const undestroy: () => void = Reflect.get(Duplex.prototype, '_undestroy');

/** What a server knows of its sockets; Node's own Server has both. */
export interface OwningServer {
  _connections: number;
  _emitCloseIfDrained(): void;
}

export class Socket extends SocketFacts implements EndpointOwner {
  server: unknown = null;
  parser: unknown = undefined;
  _httpMessage: unknown = undefined;
  _hadError = false;
  _parent: Socket | null = null;
  _host: string | null = null;
  _server: OwningServer | null = null;
  _handle: object | null = null;
  _paused = false;
  /** Called after every piece that arrived, for a server that watches its connections. */
  afterReceive: (() => void) | undefined;
  /** What is written waits until a handshake is over. */
  isHeld = false;
  /** What is being written, in words. */
  outgoing: Words | undefined;
  #dialing: Connecting | undefined;
  #pendingWrite: PendingWrite | undefined;
  #pendingFinal: WriteDone | undefined;
  readonly #onread: OnRead | undefined;
  #resets = false;
  /** Somebody wants to read, and the connection is not there yet. */
  #wantsRead = false;
  #wasOpen = false;

  constructor(given?: NetOptions | number) {
    const options: NetOptions = isObject(given) ? given : {};
    const duplex: DuplexOptions & { readable: boolean; writable: boolean } = {
      allowHalfOpen: Boolean(options.allowHalfOpen),
      emitClose: false,
      autoDestroy: true,
      decodeStrings: false,
      readable: options['readable'] !== false,
      writable: options['writable'] !== false,
      ...(typeof options['highWaterMark'] === 'number' ? { highWaterMark: options['highWaterMark'] } : {}),
    };
    super(duplex);
    this.#onread = onreadOf(options.onread);
    this.on('end', onEnd);
    if (options.signal instanceof AbortSignal) this.#abortBy(options.signal);
  }

  #abortBy(signal: AbortSignal): void {
    const abort = () => this.destroy(abortError(signal.reason));
    if (signal.aborted) nextTick(abort);
    else {
      signal.addEventListener('abort', abort, { once: true });
      this.once('close', () => signal.removeEventListener('abort', abort));
    }
  }

  connect(...args: unknown[]): this {
    const { options, callback } = readArguments(args);
    if (options.port === undefined && options.path === undefined) throw missingArgs();
    if (callback !== undefined) this.once('connect', callback);
    if (this.connecting) return this;
    if (this.destroyed) Reflect.apply(undestroy, this, []);
    this.connecting = true;
    this.#wasOpen = true;
    this.count();
    this.#dialing = new Connecting(this, this.machine, options);
    if (typeof options.timeout === 'number') this.setTimeout(options.timeout);
    return this;
  }

  /** The connection is there: from a dial, from a server, or from a socket this one takes over. */
  connected(end: Endpoint): void {
    this.adopt(end);
    this.#dialing = undefined;
    this.connecting = false;
    this.emit('connect');
    this.emit('ready');
    if (this.#wantsRead) this['_read']();
    else if (this.readable && !this.isPaused()) this.read(0);
    this.goOn();
  }

  adopt(end: Endpoint): void {
    this.endpoint = end;
    end.owner = this;
    this.#wasOpen = true;
    this.count();
    this['_unrefTimer']();
  }

  /** Writes that came before the connection. */
  goOn(): void {
    if (this.isHeld) return;
    const write = this.#pendingWrite;
    this.#pendingWrite = undefined;
    if (write !== undefined) this.#transmit(write.written, write.done);
    const final = this.#pendingFinal;
    this.#pendingFinal = undefined;
    if (final !== undefined) this['_final'](final);
  }

  refused(error: NetError): void {
    this.#dialing = undefined;
    this.destroy(error);
  }

  override _read(): void {
    const end = this.endpoint;
    if (end === undefined) this.#wantsRead = true;
    else if (!end.isReading && !end.hasReceivedFin) end.startReading();
  }

  received(packet: Packet): Reception {
    this['_unrefTimer']();
    const reception = packet.words === undefined ? undefined : takeWords(this, packet.words);
    const result = reception ?? this.#take(packet.buffer());
    if (result !== 'later') this.afterReceive?.();
    return result;
  }

  #take(bytes: Buffer): Reception {
    const goesOn = this.#onread === undefined ? this.push(bytes) : hand(bytes, this.#onread);
    return goesOn ? 'more' : 'stop';
  }

  /** Words wait below while it is paused, and Node's stream does not know that they are there. */
  override resume(): this {
    super.resume();
    const end = this.endpoint;
    if (end !== undefined && !end.isReading && end.hasWaiting && this.readableLength === 0) end.startReading();
    return this;
  }

  ended(): void {
    this.push(null);
    this.read(0);
  }

  failed(error: NetError): void {
    this.destroy(error);
  }

  override _write(chunk: Uint8Array | string, encoding: BufferEncoding, done: WriteDone): void {
    this.#transmit([{ chunk, encoding }], done);
  }

  override _writev(chunks: readonly { readonly chunk: Uint8Array | string; readonly encoding: BufferEncoding }[], done: WriteDone): void {
    this.#transmit(chunks, done);
  }

  #transmit(given: readonly Written[], done: WriteDone): void {
    if (this.connecting || this.isHeld) {
      this.#pendingWrite = { written: given, done };
      return;
    }
    const end = this.endpoint;
    if (end === undefined || end.isBroken) {
      done(end === undefined ? nodeError('ERR_SOCKET_CLOSED', 'Socket is closed') : socketError('EPIPE', 'write'));
      return;
    }
    this['_unrefTimer']();
    let bytes = 0;
    for (const each of given) bytes += byteLengthOf(each);
    const words = this.outgoing;
    this.outgoing = undefined;
    const inWords = words !== undefined && words.bytes === bytes;
    if (end.write(inWords ? given : given.map(kept), bytes, inWords ? words : undefined, done)) done();
  }

  override _final(done: WriteDone): void {
    if (this.connecting || this.isHeld) {
      this.#pendingFinal = done;
      return;
    }
    this.endpoint?.sendFin();
    if (this.endpoint === undefined) done();
    else this.machine.kernel.arrive(this.machine, 'socket.shutdown', 0, () => done(), undefined);
  }

  override _destroy(error: Error | null, done: WriteDone): void {
    this.connecting = false;
    this.#dialing?.cancel();
    this.stopTimer();
    const write = this.#pendingWrite;
    this.#pendingWrite = undefined;
    const end = this.endpoint;
    this.endpoint = undefined;
    if (end !== undefined) {
      this.rememberCounts(end);
      end.close(this.#resets);
    }
    done(error);
    write?.done(nodeError('ERR_SOCKET_CLOSED_BEFORE_CONNECTION', 'Socket closed before the connection was established'));
    this.#announceClose(error !== null);
    const server = this['_server'];
    if (server === null) return;
    server['_connections'] -= 1;
    server['_emitCloseIfDrained']();
  }

  #announceClose(hadError: boolean): void {
    const announce = () => {
      this.uncount();
      this.emit('close', hadError);
    };
    if (this.#wasOpen) this.machine.kernel.arrive(this.machine, 'socket.close', 0, announce, undefined);
    else nextTick(announce);
  }

  abandon(): void {
    this.stopTimer();
    if (this.parser !== undefined && this.parser !== null) freeParser(this);
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  resetAndDestroy(): this {
    if (this.endpoint === undefined && !this.connecting) return this.destroy(nodeError('ERR_SOCKET_CLOSED', 'Socket is closed'));
    this.#resets = true;
    if (this.connecting) this.once('connect', () => this.destroy());
    else this.destroy();
    return this;
  }
}

function kept({ chunk, encoding }: Written): Written {
  return { chunk: keep(chunk), encoding };
}

/** The other end is done: writing from now on gets a better error than "write after end". */
function onEnd(this: Socket): void {
  if (!this.allowHalfOpen) Object.defineProperty(this, 'write', { value: writeAfterFin, writable: true, configurable: true });
}

function writeAfterFin(this: Socket, chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
  if (!this.writableEnded) return Reflect.apply(duplexWrite, this, [chunk, encoding, callback]);
  const error = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
  const done = isCallback(encoding) ? encoding : callback;
  if (isCallback(done)) nextTick(done, error);
  this.destroy(error);
  return false;
}
