/** Real time around simulated runs. The clock is taken before any session begins, because inside one its name means a simulated clock. */

const clock = performance;

/** Short enough that a signal is heard at once and a live line looks alive; to leave a session and begin another takes three ms of CPU time. */
const BREATH_MS = 200;

export class Pace {
  readonly #startedMs = clock.now();
  readonly #limitMs: number;
  #breathAtMs = this.#startedMs + BREATH_MS;

  constructor(limitMs = Number.POSITIVE_INFINITY) {
    this.#limitMs = limitMs;
  }

  get elapsedMs(): number {
    return clock.now() - this.#startedMs;
  }

  isTimeUp(): boolean {
    return this.elapsedMs >= this.#limitMs;
  }

  isTired(): boolean {
    return clock.now() >= this.#breathAtMs;
  }

  breathed(): void {
    this.#breathAtMs = clock.now() + BREATH_MS;
  }
}
