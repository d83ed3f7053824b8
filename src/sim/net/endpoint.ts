/**
 * One end of a connection, as the operating system of its machine sees it: what was sent and not read yet, what arrived while nobody
 * was reading, and how it ended. Bytes keep their order; when they arrive is up to the scheduler. What does not get through is sent
 * again, until the sender gives up.
 */
import { Channel } from '../channel.ts';
import type { FaultTarget } from '../fault/fault.ts';
import type { Machine } from '../machine.ts';
import { carryOutSendFault, NOT_SENT } from './send-fault.ts';
import { hostOf } from './host.ts';
import type { EndpointOwner } from './endpoint-owner.ts';
import { socketError, type NetError } from './net-error.ts';
import { type Network, networkOf, wireBetween } from './network.ts';
import { isUnreachable, Outbox } from './outbox.ts';
import { Packet, type Words, type Written } from './packet.ts';

/** Bytes under way and unread at the other end before a writer has to wait; what Linux gives a socket by default. */
const WINDOW_BYTES = 212_992;
/** Node reads at most this much at once. */
const READ_BYTES = 65_536;

export interface Address {
  readonly address: string;
  readonly port: number;
}

export class Endpoint {
  readonly machine: Machine;
  readonly life: number;
  readonly network: Network;
  readonly local: Address;
  readonly remote: Address;
  readonly target: FaultTarget;
  peer: Endpoint | undefined;
  owner: EndpointOwner | undefined;
  isReading = false;
  isClosed = false;
  /** Its machine lost power: it answers nothing, not even with a reset. */
  hasVanished = false;
  isMuted = false;
  /** The other end is known to be gone: writing fails at once. */
  isBroken = false;
  hasSentFin = false;
  hasReceivedFin = false;
  bytesSent = 0;
  bytesReceived = 0;
  #unread = 0;
  readonly channel: Channel;
  /** The wire between the two ends, as footprints know it. */
  readonly #wire: number;
  #inbox: Packet[] = [];
  readonly #outbox = new Outbox(this);
  #afterRoom: (() => void) | undefined;
  #isFlushing = false;

  constructor(machine: Machine, peer: Machine, local: Address, remote: Address) {
    this.machine = machine;
    this.life = machine.life;
    this.network = networkOf(machine.kernel);
    this.local = local;
    this.remote = remote;
    this.target = { machine: machine.host, peer: peer.host };
    this.#wire = wireBetween(machine, peer);
    this.channel = new Channel(machine, this.#wire);
    hostOf(machine).endpoints.add(this);
  }

  /** `done` is called when there is room for more; false = that is later. */
  write(written: readonly Written[], bytes: number, words: Words | undefined, done: () => void): boolean {
    const { peer } = this;
    if (peer === undefined) return true;
    this.#touches();
    this.bytesSent += bytes;
    this.#unread += bytes;
    const packet = new Packet('data', peer, written, bytes);
    packet.words = words;
    this.send(packet);
    if (this.#unread <= WINDOW_BYTES) return true;
    this.#afterRoom = done;
    return false;
  }

  sendFin(): void {
    if (this.hasSentFin || this.peer === undefined) return;
    this.hasSentFin = true;
    this.send(new Packet('fin', this.peer, [], 0));
  }

  send(packet: Packet): void {
    this.machine.touched = true;
    if (!this.#outbox.isEmpty) {
      this.#outbox.keep(packet);
      return;
    }
    const firing = this.network.isClosed ? undefined : this.machine.kernel.fault('net.send', this.target);
    const extraUs = firing === undefined ? 0 : carryOutSendFault(firing, this, packet);
    if (extraUs !== NOT_SENT) this.dispatch(packet, extraUs);
  }

  /** Puts a packet on the wire, or keeps it until the wire is whole again. */
  dispatch(packet: Packet, extraUs: number): void {
    const { network, machine } = this;
    const { to } = packet;
    if (isUnreachable(this, to)) {
      // Nobody sends a reset twice.
      if (packet.kind !== 'rst') this.#outbox.keep(packet);
      return;
    }
    if (to.hasVanished) {
      this.#answerReset();
      return;
    }
    to.channel.send(LABELS[packet.kind], network.delayUs(machine, to.machine, packet.bytes) + extraUs, deliver, packet);
  }

  /** The machine at the other end does not know this connection any more. */
  #answerReset(): void {
    const { machine, peer } = this;
    if (peer === undefined) return;
    const back = this.network.delayUs(machine, peer.machine, 0) * 2;
    this.channel.send('socket.reset', back, deliver, new Packet('rst', this, [], 0));
  }

  receive(packet: Packet): void {
    if (this.isClosed) {
      if (packet.kind === 'data' && !this.hasVanished && this.peer !== undefined) this.dispatch(new Packet('rst', this.peer, [], 0), 0);
      return;
    }
    if (packet.kind === 'rst') this.isBroken = true;
    if (!this.isReading || this.#inbox.length > 0) {
      this.#inbox.push(packet);
      if (this.isReading) this.#flushLater();
      else if (packet.kind === 'rst' && this.#afterRoom !== undefined) this.#fail(socketError('ECONNRESET', 'write'));
      return;
    }
    this.#take(packet);
  }

  /** Something arrived that nobody has read. */
  get hasWaiting(): boolean {
    return this.#inbox.length > 0;
  }

  startReading(): void {
    this.isReading = true;
    if (this.#inbox.length > 0) this.#flushLater();
  }

  #flushLater(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.machine.kernel.arrive(this.machine, 'socket.read', 0, flush, this);
  }

  /** One read: everything that waits, up to what Node takes at once; messages in words one by one. */
  flush(): void {
    this.#isFlushing = false;
    if (!this.isReading || this.isClosed) return;
    const packet = this.#inbox.shift();
    if (packet === undefined) return;
    const together = packet.kind === 'data' && packet.words === undefined ? this.#gather(packet) : packet;
    if (this.#inbox.length > 0) this.#flushLater();
    this.#take(together);
  }

  #gather(first: Packet): Packet {
    let bytes = first.bytes;
    const written = [...first.written];
    for (let next = this.#inbox[0]; next !== undefined; next = this.#inbox[0]) {
      if (next.kind !== 'data' || next.words !== undefined || bytes + next.bytes > READ_BYTES) break;
      written.push(...next.written);
      bytes += next.bytes;
      this.#inbox.shift();
    }
    return written.length === first.written.length ? first : new Packet('data', this, written, bytes);
  }

  #take(packet: Packet): void {
    switch (packet.kind) {
      case 'data':
        this.#takeData(packet);
        return;
      case 'fin':
        this.hasReceivedFin = true;
        this.isReading = false;
        this.owner?.ended();
        return;
      case 'rst':
        this.#fail(socketError('ECONNRESET', 'read'));
        return;
      default:
        this.owner?.received(packet);
    }
  }

  #takeData(packet: Packet): void {
    if (packet.words === undefined && packet.bytes > READ_BYTES) {
      this.#takePart(packet.buffer());
      return;
    }
    const reception = this.owner?.received(packet) ?? 'stop';
    if (reception === 'later') this.#inbox.unshift(packet);
    else this.#wasTaken(packet.bytes);
    if (reception !== 'more') this.isReading = false;
  }

  #takePart(all: Buffer): void {
    const rest = all.subarray(READ_BYTES);
    const first = new Packet('data', this, [{ chunk: all.subarray(0, READ_BYTES), encoding: 'buffer' }], READ_BYTES);
    this.#inbox.unshift(new Packet('data', this, [{ chunk: rest, encoding: 'buffer' }], rest.byteLength));
    this.#takeData(first);
    if (this.isReading) this.#flushLater();
  }

  #wasTaken(bytes: number): void {
    this.bytesReceived += bytes;
    this.peer?.wasRead(bytes);
  }

  /** Both ends look at what the other has read and whether it is there. */
  #touches(): void {
    this.machine.kernel.footprints?.takesThing(this.#wire);
  }

  /** The other end took bytes out of its buffer. */
  wasRead(bytes: number): void {
    this.#touches();
    this.#unread -= bytes;
    if (this.#afterRoom === undefined || this.#unread > WINDOW_BYTES || this.isClosed || this.peer === undefined) return;
    this.channel.send('socket.drain', this.network.delayUs(this.peer.machine, this.machine, 0), hasRoom, this);
  }

  hasRoom(): void {
    this.#touches();
    const done = this.#afterRoom;
    if (this.#unread > WINDOW_BYTES) return;
    this.#afterRoom = undefined;
    done?.();
  }

  /** What was sent could not be delivered for too long. */
  gaveUp(): void {
    this.#fail(socketError('ETIMEDOUT', 'read'));
  }

  #fail(error: NetError): void {
    this.isBroken = true;
    const { owner } = this;
    this.forget();
    owner?.failed(error);
  }

  /** The socket was closed. Bytes that nobody read make it a reset, as in Linux. */
  close(withReset: boolean): void {
    if (this.isClosed) return;
    const unread = this.#inbox.some(({ kind }) => kind === 'data');
    if (!this.isBroken && this.peer !== undefined && !this.network.isClosed) {
      if (withReset || unread) this.send(new Packet('rst', this.peer, [], 0));
      else this.sendFin();
    }
    this.forget();
  }

  /** Half open: both ends still believe in the connection. */
  mute(): void {
    this.machine.kernel.footprints?.takesEverything();
    this.isMuted = true;
    if (this.peer !== undefined) this.peer.isMuted = true;
  }

  /** Its machine lost power. */
  vanish(): void {
    this.hasVanished = true;
    this.forget();
  }

  forget(): void {
    this.#touches();
    this.isClosed = true;
    this.isReading = false;
    this.#inbox = [];
    this.#afterRoom = undefined;
    this.owner = undefined;
    if (this.machine.life === this.life) hostOf(this.machine).endpoints.delete(this);
  }
}

const LABELS = { data: 'socket.data', fin: 'socket.end', rst: 'socket.reset', hello: 'tls.hello', welcome: 'tls.welcome' } as const;

function deliver(packet: unknown): void {
  if (packet instanceof Packet) packet.to.receive(packet.arriving());
}

function flush(endpoint: unknown): void {
  if (endpoint instanceof Endpoint) endpoint.flush();
}

function hasRoom(endpoint: unknown): void {
  if (endpoint instanceof Endpoint) endpoint.hasRoom();
}
