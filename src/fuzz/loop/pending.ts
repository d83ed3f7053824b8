/** Waits for promises of a target, and notices the ones that will never settle. One watch serves all executions, so that waiting costs nothing. */
import { OutOfFuel } from '../../sim/load/sites.ts';

import type { HangPatience } from './hang-patience.ts';

export type Settled =
  /** A copy of the target has a state of its own, so what it gave need not be what the target gives. */
  | { readonly is: 'value'; readonly value: unknown; readonly isOfCopy?: boolean }
  | { readonly is: 'error'; readonly error: unknown }
  | { readonly is: 'never' }
  /** `stopped` ended it, where it was ended by force. */
  | { readonly is: 'late'; readonly stopped?: Error };

/** By itself. */
export function cameBack(settled: Settled): boolean {
  return settled.is === 'value' || (settled.is === 'error' && !(settled.error instanceof OutOfFuel));
}

const LOOK_EVERY_MS = 15;
const REST_LOOK_MS = 2;

/** How long is waited; what the machine keeps it waiting for is not the fault of the target. */
export interface WaitClock {
  start(): void;
  note(): void;
  isOver(limitMs: number): boolean;
}

export class Pending {
  readonly #patience: HangPatience;
  /** What is under way when nothing of the target is: the least that was ever seen, because a program that starts has much to do. */
  #usual: number;
  readonly #now: () => number;
  #give: ((settled: Settled) => void) | undefined;
  #idleLooks = 0;
  /** What earlier calls have left behind for good. */
  #left = 0;
  readonly #timer: NodeJS.Timeout;
  readonly #clock: WaitClock;
  /** How long what a call has set going is waited for; less and less where that is in vain. */
  #patienceMs: number;

  constructor(
    patience: HangPatience,
    { now, clock, patienceMs }: { readonly now: () => number; readonly clock: WaitClock; readonly patienceMs: number },
  ) {
    this.#patienceMs = patienceMs;
    this.#clock = clock;
    this.#patience = patience;
    this.#now = now;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#usual = process.getActiveResourcesInfo().length;
  }

  wait(promise: PromiseLike<unknown>): Promise<Settled> {
    this.#clock.start();
    this.#idleLooks = 0;
    return new Promise((resolve) => {
      this.#give = resolve;
      promise.then(
        (value) => resolve({ is: 'value', value }),
        (error: unknown) => resolve({ is: 'error', error }),
      );
    });
  }

  /** A call is about to be made, and nothing of earlier ones is waited for. */
  mark(): void {
    this.#left = this.#learn() - this.#usual;
  }

  #learn(): number {
    const underWay = process.getActiveResourcesInfo().length;
    this.#usual = Math.min(this.#usual, underWay);
    return underWay;
  }

  /** Everything that was ever set going comes to its end, if that does not take longer. */
  async drain(limitMs: number): Promise<void> {
    this.#left = 0;
    await this.rest(limitMs);
  }

  /** What is under way that was not before comes to its end, or is known to stay. */
  async rest(limitMs?: number): Promise<void> {
    if (process.getActiveResourcesInfo().length <= this.#usual + this.#left) return;
    const untilMs = this.#now() + (limitMs ?? this.#patienceMs);
    while (this.#now() < untilMs) {
      await new Promise((resolve) => {
        setTimeout(resolve, REST_LOOK_MS);
      });
      if (process.getActiveResourcesInfo().length <= this.#usual + this.#left) return;
    }
    this.#left = process.getActiveResourcesInfo().length - this.#usual;
    if (limitMs === undefined) this.#patienceMs /= 2;
  }

  /** Nobody waits any more. */
  done(): void {
    this.#give = undefined;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#give === undefined) return void this.#learn();
    this.#clock.note();
    if (this.#clock.isOver(this.#patience.limitMs)) this.#give({ is: 'late' });
    // Nothing is under way that could settle it: no timer, no socket, no immediate.
    this.#idleLooks = process.getActiveResourcesInfo().length <= this.#usual ? this.#idleLooks + 1 : 0;
    if (this.#idleLooks >= 2) this.#give({ is: 'never' });
  }
}
