/**
 * One deadline over a whole call to the outside. It strikes once, either because the time is used
 * up or because somebody cancelled; which of the two is a value, never read out of an error text.
 */
import type { CallLimits, HostAnswer } from './port.ts';

export type Interruption = 'timeout' | 'cancelled';

/** Node turns a longer timer into one of 1 ms, so long waits are made of several timers. */
const timerMsMax = 2 ** 31 - 1;

export class Deadline {
  readonly #startedMs = performance.now();
  readonly #limits: Pick<CallLimits, 'timeoutMs' | 'signal'>;
  readonly #onAbort = (): void => this.#strikeNow('cancelled');
  #resolve: (why: Interruption) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #struck: Interruption | undefined;

  /** Pending until the deadline strikes; never rejects. */
  readonly strike: Promise<Interruption>;

  constructor(limits: Pick<CallLimits, 'timeoutMs' | 'signal'>) {
    this.#limits = limits;
    this.strike = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (limits.signal?.aborted === true) {
      this.#strikeNow('cancelled');
      return;
    }
    limits.signal?.addEventListener('abort', this.#onAbort);
    this.#arm();
  }

  /** Known at once when there was no time to begin with, so that a caller can refuse before any effect. */
  get struck(): Interruption | undefined {
    return this.#struck;
  }

  /** Length of the call so far: whole milliseconds, rounded up. */
  durationMs(): number {
    return Math.ceil(performance.now() - this.#startedMs);
  }

  /** Must be called when the call is over: an armed timer or listener would outlive it. */
  end(): void {
    clearTimeout(this.#timer);
    this.#limits.signal?.removeEventListener('abort', this.#onAbort);
  }

  /** A timer may fire a fraction early; a deadline that has not been reached yet is armed again. */
  #arm(): void {
    const { timeoutMs } = this.#limits;
    if (timeoutMs === undefined) return;
    const leftMs = timeoutMs - (performance.now() - this.#startedMs);
    if (leftMs <= 0) {
      this.#strikeNow('timeout');
      return;
    }
    this.#timer = setTimeout(() => this.#arm(), Math.min(Math.ceil(leftMs), timerMsMax));
  }

  #strikeNow(why: Interruption): void {
    if (this.#struck !== undefined) return;
    this.#struck = why;
    this.end();
    this.#resolve(why);
  }
}

/** The answer of a call that the deadline ended. */
export function interruptedAnswer<T>(why: Interruption, partial: Partial<T>, durationMs: number): HostAnswer<T> {
  return why === 'timeout' ? { kind: 'timeout', partial, durationMs } : { kind: 'cancelled', durationMs };
}
