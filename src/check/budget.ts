/** How long a search may go on: in steps, so that the same history always gets the same verdict, and by the caller's clock where it has one. */

export interface BudgetOptions {
  /** Steps of the search before it is given up; 2 000 000 unless given, about a second. */
  readonly steps?: number;
  /** Asked now and then; true ends the search. */
  readonly isOver?: () => boolean;
}

/** A second or two, and a few hundred megabytes at worst. */
export const STEPS_DEFAULT = 2_000_000;

/** Often enough that a caller's clock is not overrun by more than a few milliseconds. */
const STEPS_BETWEEN_QUESTIONS = 1024;

export class Budget {
  readonly stepsMax: number;
  readonly #isOver: (() => boolean) | undefined;
  #used = 0;
  #over = false;

  constructor({ steps = STEPS_DEFAULT, isOver }: BudgetOptions) {
    this.stepsMax = steps;
    this.#isOver = isOver;
  }

  /** Takes one step; false once there are none left. */
  spend(): boolean {
    if (this.#over) return false;
    this.#used += 1;
    if (this.#used > this.stepsMax) this.#over = true;
    else if (this.#used % STEPS_BETWEEN_QUESTIONS === 0 && this.#isOver?.() === true) this.#over = true;
    return !this.#over;
  }

  get used(): number {
    return this.#used;
  }

  get isOver(): boolean {
    return this.#over;
  }

  /** As many steps again, for work that comes after the search; the caller's clock goes on. */
  renewed(): Budget {
    return this.#with(this.stepsMax);
  }

  /** A share of what is left, for one of several attempts; `settle` takes what it used off this one. */
  share(steps: number): Budget {
    return this.#with(Math.max(0, Math.min(steps, this.stepsMax - this.#used)));
  }

  settle(share: Budget): void {
    this.#used += share.used;
    if (this.#used >= this.stepsMax) this.#over = true;
  }

  #with(steps: number): Budget {
    return new Budget(this.#isOver === undefined ? { steps } : { steps, isOver: this.#isOver });
  }
}
