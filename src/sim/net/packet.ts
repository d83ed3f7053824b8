/** What travels between the two ends of a connection, in order. Bytes stay as they were written until somebody wants to read them. */
import type { Channel } from '../channel.ts';
import type { Firing } from '../fault/fault.ts';
import type { Machine } from '../machine.ts';

export type PacketKind = 'data' | 'fin' | 'rst' | 'hello' | 'welcome';

export interface Written {
  readonly chunk: Uint8Array | string;
  readonly encoding: BufferEncoding | 'buffer';
}

/** A message handed over as it is, see http/frame.ts; it knows the bytes it stands for. */
export interface Words {
  readonly bytes: number;
  buffer(): Buffer;
}

/** The end a packet is meant for. */
export interface Receiver {
  readonly machine: Machine;
  /** Its machine lost power: it answers nothing, not even with a reset. */
  readonly hasVanished: boolean;
  /** Something on the way has forgotten the connection: nothing gets through, and nobody says so. */
  readonly isMuted: boolean;
  readonly isClosed: boolean;
  readonly channel: Channel;
  receive(packet: Packet): void;
}

export class Packet {
  readonly kind: PacketKind;
  readonly to: Receiver;
  readonly written: readonly Written[];
  readonly bytes: number;
  /** The same in words, which a receiver may take instead of the bytes. */
  words: Words | undefined;
  /** A fault has made it late; it mattered if somebody is there when it comes. */
  late: Firing | undefined;
  /** What a handshake says. */
  greeting: unknown;

  constructor(kind: PacketKind, to: Receiver, written: readonly Written[], bytes: number) {
    this.kind = kind;
    this.to = to;
    this.written = written;
    this.bytes = bytes;
  }

  arriving(): this {
    if (!this.to.isClosed) this.late?.mattered();
    return this;
  }

  /** All of it, as one piece. */
  buffer(): Buffer {
    if (this.words !== undefined) return this.words.buffer();
    const [first] = this.written;
    if (first === undefined) return Buffer.alloc(0);
    return this.written.length === 1 ? asBuffer(first) : Buffer.concat(this.written.map(asBuffer), this.bytes);
  }
}

export function byteLengthOf({ chunk, encoding }: Written): number {
  return typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding === 'buffer' ? 'utf8' : encoding) : chunk.byteLength;
}

/** The kernel keeps its own copy of what is written: the writer may change its buffer right after. */
export function keep(chunk: Uint8Array | string): Uint8Array | string {
  return typeof chunk === 'string' ? chunk : Buffer.from(chunk);
}

export function asBuffer({ chunk, encoding }: Written): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, encoding === 'buffer' ? 'utf8' : encoding);
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
}
