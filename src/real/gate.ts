/**
 * Decides what may go on next: what the found order has next, as soon as it has arrived, and only if real Node could run it now. What
 * the found order knows nothing of waits for its end, or is let through where both worlds cut differently. The rules of Node's event loop are those the simulation goes by; breaking
 * one to keep to the found order would prove nothing, so then the order is called impossible.
 */
import { EventLoop } from '../engine/transition/event-loop.ts';
import { OptionList } from '../engine/transition/option-list.ts';
import { labelOf } from '../engine/transition/label.ts';
import { newPending, type Pending, PendingKind, type PendingKindName } from '../engine/transition/pending.ts';
import type { FoundStep } from './found-order.ts';
import { Wires } from './wires.ts';

/** Something real that has arrived and waits for its turn. */
export interface Waiting {
  readonly machine: string;
  readonly kind: PendingKindName;
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
  /^(?:socket\.(?:close|read|shutdown|fin|end|drain|retry|retransmit|timeout)|http\.|fetch\.|signal |net\.heal|performance)/u;

/** Where the two worlds cut differently, or only one of them has something to tell: worth waiting for, not worth failing for. */
const SOFT: ReadonlySet<string> = new Set(['net.connect', 'socket.connect', 'socket.data', 'socket.reset', 'socket.refused', 'dns.lookup']);

const EVERYTHING = Number.MAX_SAFE_INTEGER;

export class Gate {
  readonly wires: Wires;
  readonly #steps: readonly FoundStep[];
  /** How many of the steps to come have this key; and this machine and label. */
  readonly #wanted = new Map<string, number>();
  readonly #alike = new Map<string, number>();
  /** What was taken for a step although its cause is another, and what goes on although it might be one. */
  readonly #adopted = new Map<Waiting, FoundStep>();
  readonly #strays = new Set<Waiting>();
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
    const pending = newPending(
      loop,
      PendingKind[what.kind],
      labelOf(what.label),
      this.#arrived,
      this.#arrived,
      () => undefined,
      what,
      false,
    );
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
      const surplus = [...this.#waiting.keys()].find((what) => this.#isSurplus(what) && this.#mayRun(what));
      if (surplus !== undefined) return this.#let(surplus, this.wires.causeOf(surplus) ?? surplus.parent, []);
      const step = this.#steps[this.#at];
      // The checks at the end belong to whoever leads the run.
      if (step === undefined || step.machine === 'test') return { is: 'end' };
      if (NOT_GATED.test(step.label)) {
        this.#pass(step);
        continue;
      }
      const found = this.#find(step);
      if (found === undefined) return { is: 'wait', for: step };
      // A connection the found order did not need: it comes into being before anything arrives on it.
      const opening = this.#openingOf(found);
      if (opening !== undefined) return this.#let(opening, this.wires.causeOf(opening) ?? opening.parent, []);
      if (!this.#mayRun(found)) {
        const before = this.#before(found);
        if (before === undefined || this.#isWanted(before)) return { is: 'impossible', why: inTheWay(step, before) };
        return this.#let(before, before.parent, []);
      }
      const number = this.#at;
      this.#pass(step);
      this.wires.ran(found, number);
      return this.#let(found, number, step.resets);
    }
  }

  /** It does not come: false if nothing can be done about it. */
  doWithout(): boolean {
    const step = this.#steps[this.#at];
    if (step === undefined) return false;
    const strays = [...this.#waiting.keys()].filter((what) => what.kind !== 'timer' && (SOFT.has(what.label) || !this.#isWanted(what)));
    // Perhaps it is there, and only came up in the course of something else.
    const like = strays.find(({ machine, label }) => machine === step.machine && label === step.label);
    const [first] = strays;
    if (like !== undefined) this.#adopted.set(like, step);
    else if (SOFT.has(step.label)) this.#pass(step);
    else if (first !== undefined) this.#strays.add(first);
    else return false;
    return true;
  }

  /** From now on everything goes as it comes. */
  open(): void {
    this.#wanted.clear();
    this.#alike.clear();
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
    for (const [what, wanted] of this.#adopted) if (wanted === step && this.#waiting.has(what)) return what;
    for (const what of this.#waiting.keys())
      if (keyOf(what, what.label) === keyOf(step, step.label) && this.wires.fits(what, step)) return what;
    return undefined;
  }

  /** Nothing in the found order waits for it. A timer or completion it does not have is late, which is always possible: it waits for the end. */
  #isSurplus(what: Waiting): boolean {
    if (this.#strays.has(what)) return true;
    if (what.kind !== 'immediate' && !SOFT.has(what.label) && this.#at < this.#steps.length) return false;
    return (this.#alike.get(`${what.machine} ${what.label}`) ?? 0) === 0;
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

  #openingOf({ machine, label, port }: Waiting): Waiting | undefined {
    if (port === undefined || label.endsWith('.connect')) return undefined;
    return [...this.#waiting.keys()].find((other) => other.port === port && other.machine === machine && other.label.endsWith('.connect'));
  }

  /** What real Node runs first, whatever else happens. */
  #before(what: Waiting): Waiting | undefined {
    return [...this.#waiting.keys()].find(
      (other) => other.machine === what.machine && other.kind !== 'arrival' && other !== what && this.#mayRun(other),
    );
  }

  #count(step: FoundStep, by: 1 | -1): void {
    const key = keyOf(step, step.label);
    const alike = `${step.machine} ${step.label}`;
    this.#wanted.set(key, (this.#wanted.get(key) ?? 0) + by);
    this.#alike.set(alike, (this.#alike.get(alike) ?? 0) + by);
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

function inTheWay({ machine, label }: FoundStep, before: Waiting | undefined): string {
  const first = before === undefined ? 'something else' : `“${before.machine} ${before.label}”`;
  return `real Node does not run “${machine} ${label}” now: ${first} comes before it, whatever else happens`;
}

/** What is the same in both worlds. Of sockets only the machine: which of its connections it is, the wires know. */
function keyOf({ machine, parent, nth }: Pick<FoundStep, 'machine' | 'parent' | 'nth'>, label: string): string {
  return SOFT.has(label) && label !== 'dns.lookup' ? `${machine} ${label}` : `${machine} ${label} ${parent} ${nth}`;
}
