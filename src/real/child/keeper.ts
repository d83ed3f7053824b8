/**
 * The gate as the code of a process sees it: whatever arrives is held here until its turn, and runs as a step of the found order.
 * Everything that comes up in the course of a step is named after it, which is how the gatekeeper knows it again.
 */
import type { PendingKindName } from '../../engine/transition/pending.ts';
import type { Injected, StepError } from '../given-faults.ts';
import { type Order, type Role, ROOT, type Saying } from '../protocol.ts';

/** Taken before anybody puts others in their place. */
const afterAll = setImmediate;

export interface Name {
  readonly machine: string;
  readonly label: string;
  readonly parent: number;
  readonly nth: number;
}

interface Holding {
  readonly machine: string;
  readonly act: () => unknown;
}

export class Keeper {
  readonly role: Role;
  /** Whose code is running, and as which step. */
  machine: string;
  step = ROOT;
  /** Connections that are reset when they are written to in this step. */
  resets: ReadonlySet<number> = new Set();
  readonly #counts = new Map<string, number>();
  readonly #holdings = new Map<number, Holding>();
  /** Calls on files that are over, by step and name. */
  readonly #calls = new Map<string, number>();
  #ids = 0;
  #onHold: (() => void) | undefined;

  constructor(role: Role) {
    this.role = role;
    this.machine = role.machine;
  }

  say(saying: Saying): void {
    // After the channel was closed nobody listens, and the process is about to end.
    if (process.connected) process.send?.(saying);
  }

  /** What comes up now, by its cause. */
  name(label: string, machine = this.machine): Name {
    const key = `${this.step} ${machine} ${label}`;
    const nth = this.#counts.get(key) ?? 0;
    this.#counts.set(key, nth + 1);
    return { machine, label, parent: this.step, nth };
  }

  /** The error that this call gets in place of what it would do, if it got one in the found run. */
  fails(operation: string): StepError | undefined {
    const errors = this.role.errors.filter((error) => error.step === this.step && error.operation === operation);
    if (errors.length === 0) return undefined;
    const key = `${this.step} ${operation}`;
    const nth = this.#calls.get(key) ?? 0;
    this.#calls.set(key, nth + 1);
    const found = errors.find((error) => error.nth === nth);
    if (found !== undefined) this.inject({ fault: 'error', operation, code: found.code });
    return found;
  }

  /** Whether a connection to this machine is refused now, although it listens. */
  isRefusedBy(peer: string): boolean {
    const isRefused = this.role.refusals.some((refusal) => refusal.step === this.step && refusal.peer === peer);
    if (isRefused) this.inject({ fault: 'refuse' });
    return isRefused;
  }

  inject(fault: Omit<Injected, 'step' | 'machine'>): void {
    this.say({ is: 'injected', step: this.step, machine: this.machine, ...fault });
  }

  newId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  /** Has arrived: `act` runs when its turn comes. A promise it gives is waited for, so that a step ends when its work is done. */
  hold(
    name: Name,
    kind: PendingKindName,
    act: () => unknown,
    more: { readonly id?: number; readonly port?: number; readonly delayMs?: number } = {},
  ): number {
    const { id = this.newId(), ...rest } = more;
    this.#holdings.set(id, { machine: name.machine, act });
    this.say({ is: 'held', id, kind, ...name, ...rest });
    this.#onHold?.();
    this.#onHold = undefined;
    return id;
  }

  onFirstHold(then: () => void): void {
    this.#onHold = then;
  }

  /** It will never run. */
  drop(id: number): void {
    this.#holdings.delete(id);
    this.say({ is: 'dropped', id });
  }

  run({ id, step, resets }: Extract<Order, { readonly is: 'run' }>): void {
    const holding = this.#holdings.get(id);
    this.#holdings.delete(id);
    this.resets = new Set(resets);
    if (holding === undefined) this.say({ is: 'ran', id });
    else this.perform(id, step, holding.machine, holding.act);
  }

  /** Runs something as a step, and says so when its work and everything it queued is done. */
  perform(id: number, step: number, machine: string, act: () => unknown): void {
    this.step = step;
    this.machine = machine;
    let result: unknown;
    try {
      result = act();
    } finally {
      // Also of code that threw: whether that ends the process is up to Node.
      const ran = () => afterAll(() => this.say({ is: 'ran', id }));
      if (result instanceof Promise) result.then(ran, ran);
      else ran();
    }
  }
}

/** Whether the function that was called, was called by Node itself: its own timers and files are its own business. */
export function isCalledByNode(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 4;
  const stack = new Error('here').stack ?? '';
  Error.stackTraceLimit = stackTraceLimit;
  const caller = stack.split('\n')[3] ?? '';
  return caller === '' || /[( ]node:/u.test(caller);
}
