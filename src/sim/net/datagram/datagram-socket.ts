/** `dgram.Socket` on the simulated network: what is sent may be lost, doubled or overtaken, when the scenario says so. */
import { EventEmitter } from 'node:events';
import { nextTick } from 'node:process';
import { addressOf, familyOf, isAnyAddress, isLoopback } from '../../../world/wire/addresses.ts';
import { current } from '../../active.ts';
import { captureContext, runInContext } from '../../async-context.ts';
import type { Machine } from '../../machine.ts';
import { nodeError, notSimulated } from '../../node-error.ts';
import { type Callback, isCallback, portOf } from '../connect-arguments.ts';
import { hostOf } from '../host.ts';
import { literal, lookupName } from '../name-lookup.ts';
import { bindError } from '../net-error.ts';
import { networkOf } from '../network.ts';
import { asBytes, bindArguments } from './datagram-arguments.ts';
import { fateOf, Treated } from './datagram-fate.ts';

export interface Datagram {
  readonly bytes: Buffer;
  readonly address: string;
  readonly port: number;
  readonly to: Machine;
  readonly toPort: number;
  readonly life: number;
  /** Counts what the sender has sent. */
  readonly order: number;
  readonly treated: Treated | undefined;
}

interface Peer {
  readonly address: string;
  readonly port: number;
}

const SIZE_MAX = 65_507;

export class DatagramSocket extends EventEmitter {
  readonly machine = current();
  readonly type: 'udp4' | 'udp6';
  readonly #life = this.machine.life;
  readonly #context = captureContext();
  #state: 'new' | 'binding' | 'bound' | 'closed' = 'new';
  #address = '';
  #port = 0;
  #peer: Peer | undefined;
  #isCounted = false;
  #isReferenced = true;
  #waiting: (() => void)[] = [];
  #sent = 0;
  /** The last that came, by who sent it. */
  readonly #heard = new Map<string, number>();

  constructor(type: 'udp4' | 'udp6', onMessage: unknown) {
    super();
    this.type = type;
    if (isCallback(onMessage)) this.on('message', onMessage);
  }

  bind(...args: unknown[]): this {
    this.#mustBeOpen();
    if (this.#state !== 'new') throw nodeError('ERR_SOCKET_ALREADY_BOUND', 'Socket is already bound');
    const { port, address, callback } = bindArguments(args);
    if (callback !== undefined) {
      this.once('listening', callback);
    }
    this.#state = 'binding';
    this.#resolve(address ?? (this.type === 'udp4' ? '0.0.0.0' : '::'), (found) => this.#bindTo(found, port));
    return this;
  }

  #bindTo(address: string, port: number): void {
    if (this.#state !== 'binding') return;
    const host = hostOf(this.machine);
    const isOwn = isAnyAddress(address) || isLoopback(address) || address === addressOf(this.machine.loop.index);
    const code = !isOwn ? 'EADDRNOTAVAIL' : port !== 0 && host.datagramPorts.has(port) ? 'EADDRINUSE' : undefined;
    if (code !== undefined) {
      this.#state = 'new';
      this.emit('error', bindError('bind', code, address, port));
      return;
    }
    this.#address = address;
    this.#port = port === 0 ? (host.ephemeralDatagramPort() ?? 0) : port;
    this.#state = 'bound';
    host.datagramPorts.set(this.#port, this.#receiver);
    if (this.#isReferenced) this.#count(true);
    this.emit('listening');
    for (const go of this.#waiting.splice(0)) go();
  }

  readonly #receiver = {
    address: '',
    // Reason for the cast: only send puts something into the way of a port.
    receive: (datagram: unknown): void => runInContext(this.#context, (given) => this.#received(given as Datagram), datagram),
  };

  #received({ bytes, address, port, order, treated }: Datagram): void {
    const sender = `${address}:${port}`;
    const before = this.#heard.get(sender) ?? 0;
    treated?.arrived(order < before);
    this.#heard.set(sender, Math.max(order, before));
    if (this.#peer !== undefined && (this.#peer.port !== port || !sameAddress(this.#peer.address, address))) return;
    this.emit('message', bytes, { address, family: familyOf(address), port, size: bytes.byteLength });
  }

  /** `(message, offset?, length?, port?, address?, callback?)`; connected sockets know where to. */
  send(message: unknown, ...rest: unknown[]): void {
    this.#mustBeOpen();
    const callback = isCallback(rest.at(-1)) ? rest.pop() : undefined;
    const hasRange = rest.length > (this.#peer === undefined ? 2 : 1);
    const [offset, length] = hasRange ? rest.splice(0, 2) : [undefined, undefined];
    const bytes = asBytes(message, offset, length);
    const peer = this.#peer;
    if (peer !== undefined && rest.length > 0 && rest[0] !== undefined)
      throw nodeError('ERR_SOCKET_DGRAM_IS_CONNECTED', 'Already connected');
    const port = peer?.port ?? portOf(rest[0], 'Port');
    if (port === 0) throw nodeError('ERR_SOCKET_BAD_PORT', 'Port should be > 0 and < 65536. Received type number (0).', RangeError);
    const name = peer?.address ?? (typeof rest[1] === 'string' && rest[1] !== '' ? rest[1] : this.type === 'udp4' ? '127.0.0.1' : '::1');
    if (this.#state === 'new') this.bind({ port: 0 });
    this.#whenBound(() =>
      this.#resolve(name, (address) => this.#transmit(bytes, address, port, isCallback(callback) ? callback : undefined), callback),
    );
  }

  #transmit(bytes: Buffer, address: string, port: number, callback: Callback | undefined): void {
    const { machine } = this;
    const { kernel } = machine;
    machine.touched = true;
    if (bytes.byteLength > SIZE_MAX) {
      const error = Object.assign(new Error(`send EMSGSIZE ${address}:${port}`), {
        errno: -90,
        code: 'EMSGSIZE',
        syscall: 'send',
        address,
        port,
      });
      nextTick(() => (callback === undefined ? this.emit('error', error) : callback(error)));
      return;
    }
    const network = networkOf(kernel);
    const to = network.machineAt(address, machine);
    if (to !== undefined && !network.blocks(machine, to)) {
      const from = to === machine && isLoopback(address) ? (this.type === 'udp4' ? '127.0.0.1' : '::1') : addressOf(machine.loop.index);
      const { delaysUs, firing } = fateOf(network, machine, to);
      const treated = firing === undefined ? undefined : new Treated(firing, hostOf(to).datagramPorts.has(port));
      this.#sent += 1;
      const datagram: Datagram = { bytes, address: from, port: this.#port, to, toPort: port, life: to.life, order: this.#sent, treated };
      kernel.footprints?.isOnWire(true);
      for (const delayUs of delaysUs) kernel.arrive(to, 'dgram.message', delayUs, deliver, datagram);
      kernel.footprints?.isOnWire(false);
    }
    if (callback !== undefined) kernel.arrive(machine, 'dgram.sent', 0, () => callback(null, bytes.byteLength), undefined);
  }

  #whenBound(go: () => void): void {
    if (this.#state === 'bound') go();
    else this.#waiting.push(go);
  }

  #resolve(name: string, found: (address: string) => void, callback?: unknown): void {
    const address = literal(name);
    if (address !== undefined) {
      if (this.#state === 'binding') nextTick(() => found(address.address));
      else found(address.address);
      return;
    }
    lookupName(this.machine, name, this.type === 'udp4' ? 4 : 6, (error, [first]) => {
      if (error !== null) {
        if (isCallback(callback)) callback(error);
        else this.emit('error', error);
      } else if (first !== undefined && this.#state !== 'closed') found(first.address);
    });
  }

  connect(port: unknown, ...rest: unknown[]): void {
    const number = portOf(port, 'Port');
    if (this.#peer !== undefined) throw nodeError('ERR_SOCKET_DGRAM_IS_CONNECTED', 'Already connected');
    const callback = isCallback(rest.at(-1)) ? rest.pop() : undefined;
    if (isCallback(callback)) this.once('connect', callback);
    const name = typeof rest[0] === 'string' && rest[0] !== '' ? rest[0] : this.type === 'udp4' ? '127.0.0.1' : '::1';
    if (this.#state === 'new') this.bind({ port: 0 });
    this.#whenBound(() =>
      this.#resolve(name, (address) => {
        this.#peer = { address, port: number };
        nextTick(() => this.emit('connect'));
      }),
    );
  }

  disconnect(): void {
    if (this.#peer === undefined) throw nodeError('ERR_SOCKET_DGRAM_NOT_CONNECTED', 'Not connected');
    this.#peer = undefined;
  }

  remoteAddress(): { readonly address: string; readonly family: string; readonly port: number } {
    if (this.#peer === undefined) throw nodeError('ERR_SOCKET_DGRAM_NOT_CONNECTED', 'Not connected');
    return { ...this.#peer, family: familyOf(this.#peer.address) };
  }

  address(): { readonly address: string; readonly family: string; readonly port: number } {
    this.#mustBeOpen();
    if (this.#state !== 'bound') throw Object.assign(new Error('getsockname EBADF'), { errno: -9, code: 'EBADF', syscall: 'getsockname' });
    return { address: this.#address, family: familyOf(this.#address), port: this.#port };
  }

  close(callback?: unknown): this {
    this.#mustBeOpen();
    if (isCallback(callback)) this.on('close', callback);
    if (this.#state === 'bound' && this.machine.life === this.#life) hostOf(this.machine).datagramPorts.delete(this.#port);
    this.#state = 'closed';
    this.#count(false);
    nextTick(() => this.emit('close'));
    return this;
  }

  #mustBeOpen(): void {
    if (this.#state === 'closed') throw nodeError('ERR_SOCKET_DGRAM_NOT_RUNNING', 'Not running');
  }

  #count(counts: boolean): void {
    if (counts === this.#isCounted || this.machine.life !== this.#life) return;
    this.#isCounted = counts;
    this.machine.handles += counts ? 1 : -1;
  }

  ref(): this {
    this.#isReferenced = true;
    if (this.#state === 'bound') this.#count(true);
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    this.#count(false);
    return this;
  }

  setBroadcast(): void {
    throw notSimulated('dgram broadcast', 'Send to each machine by its name.');
  }

  addMembership(): never {
    throw notSimulated('dgram multicast', 'Send to each machine by its name.');
  }

  dropMembership(): never {
    return this.addMembership();
  }

  setMulticastTTL(): never {
    return this.addMembership();
  }

  setMulticastLoopback(): never {
    return this.addMembership();
  }

  setMulticastInterface(): never {
    return this.addMembership();
  }

  setTTL(ttl: number): number {
    return ttl;
  }

  getRecvBufferSize(): number {
    return 212_992;
  }

  getSendBufferSize(): number {
    return 212_992;
  }

  setRecvBufferSize(): void {}

  setSendBufferSize(): void {}
}

function deliver(subject: unknown): void {
  // Reason for the cast: only #transmit puts something into the way.
  const datagram = subject as Datagram;
  if (datagram.to.life === datagram.life) hostOf(datagram.to).datagramPorts.get(datagram.toPort)?.receive(datagram);
}

function sameAddress(a: string, b: string): boolean {
  return a === b || (isLoopback(a) && isLoopback(b));
}
