/** Decisions written down by hand: picks and draws from two lists, calm answers once they are used up. */
import type { U64 } from '../base/u64.ts';
import type { DecisionSource, Offer } from './source.ts';

export interface Script {
  /** Answers of open picks and chances (1 = yes), in order. */
  readonly picks?: readonly number[];
  readonly draws?: readonly U64[];
}

export class ScriptedSource implements DecisionSource {
  hi = 0;
  lo = 0;
  readonly #script: Script;
  #picked = 0;
  #drawn = 0;

  constructor(script: Script) {
    this.#script = script;
  }

  pick(offer: Offer): number {
    return offer.count < 2 ? 0 : Math.min(this.#next(), offer.count - 1);
  }

  draw(): void {
    const value = this.#script.draws?.[this.#drawn];
    this.#drawn += 1;
    this.hi = value?.hi ?? 0;
    this.lo = value?.lo ?? 0;
  }

  chance(): boolean {
    return this.#next() === 1;
  }

  recall(): undefined {
    return undefined;
  }

  position(): number {
    return 0;
  }

  rewind(): void {}

  #next(): number {
    const answer = this.#script.picks?.[this.#picked] ?? 0;
    this.#picked += 1;
    return answer;
  }
}
