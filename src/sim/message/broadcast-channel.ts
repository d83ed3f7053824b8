/** BroadcastChannel among the threads of one process: a message reaches every other channel of the same name, in order. */
import { current } from '../active.ts';
import { Channel } from '../channel.ts';
import type { Machine, Part } from '../machine.ts';
import { nodeError } from '../node-error.ts';
import { NodeEventTarget } from './node-events.ts';

const copy = structuredClone;

/** Kept with the process, so that its threads find each other. */
const channelsPart: Part<Set<SimBroadcastChannel>> = { name: 'broadcast channels', create: () => new Set() };

export class SimBroadcastChannel extends NodeEventTarget {
  readonly name: string;
  readonly #machine: Machine;
  readonly #life: number;
  readonly #inbox: Channel;
  #isClosed = false;
  #isRef = false;
  #onMessage: ((event: Event) => unknown) | null = null;
  readonly #callOnMessage = (event: Event) => this.#onMessage?.(event);

  constructor(name: unknown) {
    super();
    this.name = String(name);
    this.#machine = current();
    this.#life = this.#machine.life;
    this.#inbox = new Channel(this.#machine);
    this.#machine.leader.part(channelsPart).add(this);
    this.ref();
  }

  postMessage(...args: readonly [message?: unknown]): void {
    if (args.length === 0) throw nodeError('ERR_MISSING_ARGS', 'The "message" argument must be specified', TypeError);
    if (this.#isClosed) throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    for (const other of this.#machine.leader.part(channelsPart)) {
      if (other !== this && other.name === this.name) other.receive(copy(args[0]));
    }
  }

  /** @internal */
  receive(value: unknown): void {
    if (this.#machine.life !== this.#life) return;
    const deliver = () => {
      if (!this.#isClosed) this.dispatchEvent(new MessageEvent('message', { data: value }));
    };
    this.#inbox.send('broadcast', 0, deliver, undefined);
  }

  close(): void {
    if (this.#isClosed) return;
    this.unref();
    this.#isClosed = true;
    this.#machine.leader.peek(channelsPart)?.delete(this);
  }

  get onmessage(): ((event: Event) => unknown) | null {
    return this.#onMessage;
  }

  set onmessage(listener: unknown) {
    if (this.#onMessage === null) this.addEventListener('message', this.#callOnMessage);
    // Reason for the cast: what an event listener takes is fixed by the event.
    this.#onMessage = typeof listener === 'function' ? (listener as (event: Event) => unknown) : null;
    if (this.#onMessage === null) this.removeEventListener('message', this.#callOnMessage);
  }

  ref(): this {
    if (!this.#isRef && !this.#isClosed && this.#machine.life === this.#life) this.#machine.handles += 1;
    this.#isRef = true;
    return this;
  }

  unref(): this {
    if (this.#isRef && !this.#isClosed && this.#machine.life === this.#life) this.#machine.handles -= 1;
    this.#isRef = false;
    return this;
  }
}

Object.defineProperty(SimBroadcastChannel, 'name', { value: 'BroadcastChannel' });
