/** Things that arrive one after the other at one machine: the bytes of a socket, the events of a child. Only the first is on offer. */
import type { Pending } from '../engine/transition/pending.ts';
import type { Kernel, Machine } from './machine.ts';

interface Item {
  readonly label: string;
  readonly atUs: number;
  readonly act: (subject: unknown) => void;
  readonly subject: unknown;
}

export class Channel {
  readonly #kernel: Kernel;
  readonly #to: Machine;
  readonly #waiting: Item[] = [];
  #head: Pending | undefined;
  #lastUs = 0;

  constructor(to: Machine) {
    this.#kernel = to.kernel;
    this.#to = to;
  }

  get isEmpty(): boolean {
    return this.#head === undefined && this.#waiting.length === 0;
  }

  /** Arrives after `delayUs`, and never before what was sent earlier. */
  send(label: string, delayUs: number, act: (subject: unknown) => void, subject: unknown): void {
    const atUs = Math.max(this.#lastUs, this.#kernel.nowUs + delayUs);
    this.#lastUs = atUs;
    this.#waiting.push({ label, atUs, act, subject });
    if (this.#head === undefined) this.#offerNext();
  }

  /** What has not arrived yet never will. */
  clear(): void {
    this.#waiting.length = 0;
    if (this.#head !== undefined) this.#kernel.cancel(this.#head);
    this.#head = undefined;
  }

  #offerNext(): void {
    const item = this.#waiting.shift();
    if (item === undefined) return;
    const delayUs = Math.max(0, item.atUs - this.#kernel.nowUs);
    this.#head = this.#kernel.arrive(this.#to, item.label, delayUs, () => this.#deliver(item), undefined);
  }

  #deliver(item: Item): void {
    this.#head = undefined;
    this.#offerNext();
    item.act(item.subject);
  }
}
