/**
 * Decides what may go on next: what the found order has next, as soon as it has arrived, and only if real Node could run it now. What
 * the found order knows nothing of is let through at once. The rules of Node's event loop are those the simulation goes by; breaking
 * one to keep to the found order would prove nothing, so then the order is called impossible.
 */
import { EventLoop } from '../engine/transition/event-loop.ts';
import { OptionList } from '../engine/transition/option-list.ts';
import { Pending, type PendingKind } from '../engine/transition/pending.ts';
import type { FoundStep } from './found-order.ts';
import { Wires } from './wires.ts';

/** Something real that has arrived and waits for its turn. */
export interface Waiting {
  readonly machine: string;
  readonly kind: PendingKind;
  readonly label: string;
  readonly parent: number;
  readonly nth: number;
  readonly port?: number | undefined;
  /** Of timers: those of one step with one delay fire together. */
  readonly delayMs?: number | undefined;
  release(step: number, resets: readonly string[]): void;
}

export type Next =
  | { readonly is: 'release'; readonly what: Waiting; readonly step: number; readonly resets: readonly string[] }
  /** Nothing can go on before something else arrives. */
  | { readonly is: 'wait'; readonly for: FoundStep }
  | { readonly is: 'impossible'; readonly why: string }
  /** The found order has come to its end, or to where the last checks begin. */
  | { readonly is: 'end' };

/** What happens on its own behind these cannot be held back, or has no counterpart: real Node does it when it does it. */
const NOT_GATED =
  /^(?:socket\.(?:close|reset|read|shutdown|fin|end|drain|retry|retransmit|timeout|refused)|http\.|fetch\.|signal |net\.heal|performance)/u;

/** Where the two worlds cut differently, or only one of them has something to tell: worth waiting for, not worth failing for. */
const SOFT: ReadonlySet<string> = new Set(['net.connect', 'socket.connect', 'socket.data', 'dns.lookup']);

const EVERYTHING = Number.MAX_SAFE_INTEGER;

export class Gate {
  readonly wires: Wires;
  readonly #steps: readonly FoundStep[];
  readonly #wanted = new Map<string, number>();
  readonly #loops = new Map<string, EventLoop>();
  readonly #waiting = new Map<Waiting, Pending>();
  readonly #options = new OptionList();
  #at = 0;
  #arrived = 0;

  constructor(steps: readonly FoundStep[]) {
    this.#steps = steps;
    this.wires = new Wires(steps);
    for (const step of steps) this.#count(step, 1);
  }

  /** How many steps of the found order have been gone. */
  get gone(): number {
    return this.#at;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** What waits, for messages. */
  get told(): string {
    return [...this.#waiting.keys()].map(({ machine, label }) => `${machine} ${label}`).join(', ');
  }

  add(what: Waiting): void {
    this.#arrived += 1;
    const loop = this.#loopOf(what.machine);
    const pending = new Pending(loop, what.kind, what.label, this.#arrived, this.#arrived, () => undefined, what);
    this.#waiting.set(what, pending);
    loop.add(pending);
  }

  /** It will never run: cancelled, or its process is gone. */
  drop(what: Waiting): void {
    const pending = this.#waiting.get(what);
    if (pending === undefined) return;
    this.#waiting.delete(what);
    this.#loopOf(what.machine).cancel(pending);
  }

  dropAllOf(machine: string): void {
    for (const what of [...this.#waiting.keys()]) if (what.machine === machine) this.#waiting.delete(what);
    this.#loops.delete(machine);
  }

  /** What goes on now; what is released counts as gone. */
  next(): Next {
    for (;;) {
      const surplus = [...this.#waiting.keys()].find((what) => !this.#isWanted(what) && this.#mayRun(what));
      if (surplus !== undefined) return this.#let(surplus, surplus.parent, []);
      const step = this.#steps[this.#at];
      // The checks at the end belong to whoever leads the run.
      if (step === undefined || step.machine === 'test') return { is: 'end' };
      if (NOT_GATED.test(step.label)) {
        this.#pass(step);
        continue;
      }
      const found = this.#find(step);
      if (found === undefined) return { is: 'wait', for: step };
      if (!this.#mayRun(found)) return { is: 'impossible', why: this.#inTheWay(step, found) };
      const number = this.#at;
      this.#pass(step);
      this.wires.ran(found, number);
      return this.#let(found, number, step.resets);
    }
  }

  /** It does not come: true if the order can do without it. */
  skip(): boolean {
    const step = this.#steps[this.#at];
    if (step === undefined) return false;
    // Perhaps it is there, on another wire than expected.
    const like = [...this.#waiting.keys()].find(({ machine, label }) => machine === step.machine && label === step.label);
    if (like !== undefined && SOFT.has(step.label)) this.wires.adopt(like, step);
    else if (SOFT.has(step.label)) this.#pass(step);
    else return false;
    return true;
  }

  /** From now on everything goes as it comes. */
  open(): void {
    this.#wanted.clear();
    this.#at = this.#steps.length;
  }

  #let(what: Waiting, step: number, resets: readonly string[]): Next {
    const pending = this.#waiting.get(what);
    this.#waiting.delete(what);
    if (pending !== undefined) this.#loopOf(what.machine).take(pending, this.#roundOf(what, pending));
    return { is: 'release', what, step, resets };
  }

  /** Timers that were set together fire in one round, which nothing interrupts. */
  #roundOf({ kind, machine, parent, delayMs }: Waiting, pending: Pending): number {
    if (kind !== 'timer') return pending.atUs;
    let last = pending.atUs;
    for (const [other, { atUs }] of this.#waiting)
      if (other.kind === 'timer' && other.machine === machine && other.parent === parent && other.delayMs === delayMs)
        last = Math.max(last, atUs);
    return last;
  }

  #pass(step: FoundStep): void {
    this.#count(step, -1);
    this.#at += 1;
  }

  #find(step: FoundStep): Waiting | undefined {
    for (const what of this.#waiting.keys()) if (keyOf(what, step.label) === keyOf(step, step.label) && this.wires.fits(what, step)) return what;
    return undefined;
  }

  #isWanted(what: Waiting): boolean {
    return (this.#wanted.get(keyOf(what, what.label)) ?? 0) > 0;
  }

  #mayRun(what: Waiting): boolean {
    const pending = this.#waiting.get(what);
    this.#options.count = 0;
    this.#loopOf(what.machine).offer(EVERYTHING, this.#options, EVERYTHING);
    for (let at = 0; at < this.#options.count; at += 1) if (this.#options.at(at) === pending) return true;
    return false;
  }

  #inTheWay(step: FoundStep, what: Waiting): string {
    const others = [...this.#waiting.keys()].filter((other) => other.machine === what.machine && other !== what && this.#mayRun(other));
    const first = others[0]?.label ?? 'what came before it';
    return `real Node does not run “${step.machine} ${step.label}” now: “${what.machine} ${first}” comes before it, whatever else happens`;
  }

  #count(step: FoundStep, by: 1 | -1): void {
    const key = keyOf(step, step.label);
    this.#wanted.set(key, (this.#wanted.get(key) ?? 0) + by);
  }

  #loopOf(machine: string): EventLoop {
    let loop = this.#loops.get(machine);
    if (loop === undefined) {
      loop = new EventLoop(machine, this.#loops.size);
      this.#loops.set(machine, loop);
    }
    return loop;
  }
}

/** What is the same in both worlds. Of sockets only the machine: which of its connections it is, the wires know. */
function keyOf({ machine, parent, nth }: Pick<FoundStep, 'machine' | 'parent' | 'nth'>, label: string): string {
  return SOFT.has(label) && label !== 'dns.lookup' ? `${machine} ${label}` : `${machine} ${label} ${parent} ${nth}`;
}
