/** Things that arrive one after the other at one machine: the bytes of a socket, the events of a child. Only the first is on offer. */
import type { Pending } from '../engine/transition/pending.ts';
import { captureContext, runInContext } from './async-context.ts';
import type { Kernel, Machine } from './machine.ts';

interface Item {
  readonly label: string;
  readonly atUs: number;
  /** Whoever has to wait keeps the place it had when it was sent. */
  readonly turn: number;
  readonly act: (subject: unknown) => void;
  readonly subject: unknown;
}

export class Channel {
  readonly #kernel: Kernel;
  readonly #to: Machine;
  /** Arrivals belong to whoever made the channel, not to whoever sends. */
  readonly #context = captureContext();
  readonly #waiting: Item[] = [];
  #current: Item | undefined;
  #head: Pending | undefined;
  #lastUs = 0;
  /** The wire it is on, see footprint.ts; 0 for one inside a computer. */
  readonly #wire: number;

  constructor(to: Machine, wire = 0) {
    this.#kernel = to.kernel;
    this.#to = to;
    this.#wire = wire;
  }

  get isEmpty(): boolean {
    return this.#head === undefined && this.#waiting.length === 0;
  }

  /** Arrives after `delayUs`, and never before what was sent earlier. */
  send(label: string, delayUs: number, act: (subject: unknown) => void, subject: unknown): void {
    const atUs = Math.max(this.#lastUs, this.#kernel.nowUs + delayUs);
    this.#lastUs = atUs;
    const { footprints } = this.#kernel;
    if (this.#wire === 0) footprints?.addsTo(this.#to.loop.place);
    else footprints?.takesThing(this.#wire);
    const item = { label, atUs, turn: this.#kernel.turn(), act, subject };
    if (this.#head === undefined) this.#offer(item);
    else this.#waiting.push(item);
  }

  /** What has not arrived yet never will. */
  clear(): void {
    this.#waiting.length = 0;
    if (this.#head !== undefined) this.#kernel.cancel(this.#head);
    this.#head = undefined;
  }

  #offer(item: Item): void {
    const { footprints } = this.#kernel;
    this.#current = item;
    if (this.#wire !== 0) footprints?.isOnWire(true);
    this.#head = this.#kernel.arrive(this.#to, item.label, item.atUs - this.#kernel.nowUs, deliver, this, item.turn);
    footprints?.isOnWire(false);
  }

  deliver(): void {
    if (this.#wire !== 0) this.#kernel.footprints?.takesThing(this.#wire);
    const item = this.#current;
    this.#head = undefined;
    this.#current = undefined;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#offer(next);
    if (item !== undefined) runInContext(this.#context, item.act, item.subject);
  }
}

function deliver(channel: unknown): void {
  if (channel instanceof Channel) channel.deliver();
}
