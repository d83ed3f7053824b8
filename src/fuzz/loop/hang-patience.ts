/**
 * How long a call may take. Where calls hang, many inputs do, and each would be waited for as long as the first: so once a hang is known, less is
 * enough to see that another one has come to a known place. One that has not gets all the time there is before anything is said about it.
 */
import type { SharedState } from './shared-state.ts';

const SHARE = 50;
const LEAST_MS = 100;

export class HangPatience {
  readonly #fullMs: number;
  readonly #shared: SharedState;
  #isShort = false;
  /** Within how many calls that must not be cut short. */
  #depth = 0;

  constructor(fullMs: number, shared: SharedState) {
    this.#fullMs = fullMs;
    this.#shared = shared;
    this.#tell();
  }

  get limitMs(): number {
    return this.isShort ? shortOf(this.#fullMs) : this.#fullMs;
  }

  get isShort(): boolean {
    return this.#isShort && this.#depth === 0;
  }

  /** A hang is known. */
  shorten(): void {
    this.#isShort = true;
    this.#tell();
  }

  async inFull<T>(work: () => Promise<T>): Promise<T> {
    this.#depth += 1;
    this.#tell();
    try {
      return await work();
    } finally {
      this.#depth -= 1;
      this.#tell();
    }
  }

  /** Whoever watches from outside goes by the same limit. */
  #tell(): void {
    this.#shared.limitMs = this.limitMs;
  }
}

export function shortOf(fullMs: number): number {
  return Math.min(fullMs, Math.max(LEAST_MS, Math.round(fullMs / SHARE)));
}
