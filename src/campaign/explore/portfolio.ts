/** Several strategies side by side, in turns; those that have nothing left drop out. */
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import type { Strategy } from './strategy.ts';

export class Portfolio implements Strategy {
  readonly name = 'portfolio';
  readonly #strategies: readonly Strategy[];
  #turn = -1;

  constructor(strategies: readonly Strategy[]) {
    this.#strategies = strategies;
  }

  /** One of them having tried everything is enough: they search the same space. */
  get isExhausted(): boolean {
    return this.#strategies.some((strategy) => strategy.isExhausted);
  }

  next(): Attempt | undefined {
    for (const _ of this.#strategies) {
      this.#turn = (this.#turn + 1) % this.#strategies.length;
      const attempt = this.#strategies[this.#turn]?.next();
      if (attempt !== undefined) return attempt;
    }
    return undefined;
  }

  learn(outcome: Outcome): void {
    this.#strategies[this.#turn]?.learn(outcome);
  }
}
