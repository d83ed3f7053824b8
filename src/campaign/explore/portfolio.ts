/**
 * Several strategies side by side. The first ones take turns, because together they find most races within a hundred runs; after that,
 * whichever shows most that is new for what it costs gets most of the runs, and the others enough to be noticed when that changes.
 * Strategies that have nothing left drop out. All of it follows from the seed.
 */
import type { U64 } from '../../base/u64.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import { Novelty } from './novelty.ts';
import { type Share, WHOLE } from './share.ts';
import type { Strategy } from './strategy.ts';

/** Runs before anybody is preferred. */
const TURNS = 128;
/** One run in so many goes to anybody. */
const ANYBODY_EVERY = 5;
/** What a run showed counts for less and less as others follow. */
const FADING = 0.95;
/** Transitions that a run costs before its first one: setting up the world. */
const RUN_COST = 20;

interface Arm {
  readonly strategy: Strategy;
  /** New things and costs of its runs, fading. */
  novelty: number;
  cost: number;
  isDone: boolean;
}

export class Portfolio implements Strategy {
  readonly name = 'portfolio';
  readonly #first: readonly Arm[];
  readonly #arms: readonly Arm[];
  readonly #random: Xoshiro128;
  readonly #novelty = new Novelty();
  readonly #turns: number;
  #runs = 0;
  #isRandom = false;
  #playing: Arm | undefined;

  /** `first` take turns at the beginning; `later` join them. Those who share a search share the turns. */
  constructor(seed: U64, first: readonly Strategy[], later: readonly Strategy[], share: Share = WHOLE) {
    this.#turns = Math.ceil(TURNS / share.of);
    this.#random = new Xoshiro128(seed).splitStream('portfolio');
    this.#first = first.map(armOf);
    this.#arms = [...this.#first, ...later.map(armOf)];
  }

  /** One of them having tried everything is enough: they search the same space, unless the program draws random values, which differ from run to run. */
  get isExhausted(): boolean {
    return !this.#isRandom && this.#arms.some(({ strategy }) => strategy.isExhausted);
  }

  get isPreparing(): boolean {
    return this.#playing?.strategy.isPreparing === true;
  }

  next(): Attempt | undefined {
    for (;;) {
      const arm = this.#choose();
      if (arm === undefined) return undefined;
      const attempt = arm.strategy.next();
      this.#playing = arm;
      if (attempt !== undefined) {
        if (!this.isPreparing) this.#runs += 1;
        return attempt;
      }
      arm.isDone = true;
    }
  }

  learn(outcome: Outcome): void {
    const arm = this.#playing;
    if (arm === undefined) return;
    arm.strategy.learn(outcome);
    // Where nobody could tell, it may have been so.
    if (outcome.usesRandomness === true || outcome.scheduleClass === undefined) this.#isRandom = true;
    arm.novelty = arm.novelty * FADING + this.#novelty.judge(outcome.log);
    arm.cost = arm.cost * FADING + RUN_COST + outcome.stepsExecuted;
  }

  #choose(): Arm | undefined {
    const turn = this.#first[this.#runs % this.#first.length];
    if (this.#runs < this.#turns && turn?.isDone === false) return turn;
    const left = this.#arms.filter(({ isDone }) => !isDone);
    // Who never had a turn is unknown, and unknown is promising.
    const unknown = left.find(({ cost }) => cost === 0);
    if (unknown !== undefined) return unknown;
    if (this.#random.nextBelow(ANYBODY_EVERY) === 0) return left[this.#random.nextBelow(Math.max(1, left.length))];
    return left.reduce<Arm | undefined>((best, arm) => (best === undefined || worth(arm) > worth(best) ? arm : best), undefined);
  }
}

function armOf(strategy: Strategy): Arm {
  return { strategy, novelty: 0, cost: 0, isDone: false };
}

function worth({ novelty, cost }: Arm): number {
  return novelty / cost;
}
