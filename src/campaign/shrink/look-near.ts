/**
 * Looks for a failure near where it was, when an edit gave its causes other names: the same few answers, recognised by what they are about,
 * at every place where their questions come up now. What is found is a run by causes again, those of the subject as it is.
 */
import { CausalSource } from '../../decide/causal.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import { LabelledSource } from '../../decide/labelled.ts';
import { executeOnce } from '../execute-many.ts';
import type { Subject } from '../subject.ts';
import { failureOf } from './attempt-steps.ts';
import { editsOf } from './left-out.ts';
import type { CausalRun } from './simulation-shrink.ts';

/** Enough for every place of one answer in a small run, and for the nearest places of two or three. */
const RUNS_MAX = 200;

export async function lookNear(subject: Subject, run: CausalRun, fingerprint: string): Promise<CausalRun | undefined> {
  const { answers, entropy } = run;
  if (answers.length === 0) return undefined;
  let runs = 0;
  for (const loose of [false, true]) {
    const places = new Places(answers.length);
    for (let skips = places.next(); skips !== undefined && runs < RUNS_MAX; skips = places.next()) {
      const wanted = { answers, skips, loose };
      let labelled: LabelledSource | undefined;
      let source: CausalSource | undefined;
      const outcome = await executeOnce(subject, () => {
        labelled = new LabelledSource(new DeviatingSource([], entropy), wanted);
        source = new CausalSource(labelled, []);
        return { source, edits: editsOf(run) };
      });
      runs += 1;
      if (failureOf(outcome.findings)?.fingerprint === fingerprint) return { ...run, answers: source?.given ?? [] };
      places.reached(skips, labelled?.given ?? 0);
    }
  }
  return undefined;
}

/** How often each question is to pass: all of them not at all, then one of them once, and so on; never further than questions come up. */
export class Places {
  readonly #count: number;
  readonly #limits: readonly number[];
  readonly #ends = new Map<string, number>();
  #sum = 0;
  #left: number[][];

  /** `limits`: how often each may pass at most, where that is known. */
  constructor(count: number, limits: readonly number[] = []) {
    this.#count = count;
    this.#limits = limits;
    this.#left = [Array.from({ length: count }, () => 0)];
  }

  next(): readonly number[] | undefined {
    for (;;) {
      const skips = this.#left.shift();
      if (skips === undefined) {
        this.#sum += 1;
        this.#left = [...splits(this.#sum, this.#count)].filter((each) => !this.#isPast(each));
        if (this.#left.length === 0) return undefined;
      } else if (!this.#isPast(skips)) return skips;
    }
  }

  /** With these, only so many took effect: the next one does not come up that often. */
  reached(skips: readonly number[], given: number): void {
    if (given < this.#count) this.#ends.set(skips.slice(0, given).join(), skips[given] ?? 0);
  }

  #isPast(skips: readonly number[]): boolean {
    return skips.some(
      (skip, at) =>
        skip > (this.#limits[at] ?? Number.POSITIVE_INFINITY) ||
        skip >= (this.#ends.get(skips.slice(0, at).join()) ?? Number.POSITIVE_INFINITY),
    );
  }
}

function* splits(sum: number, count: number): Generator<number[], void, void> {
  if (count === 1) {
    yield [sum];
    return;
  }
  for (let first = 0; first <= sum; first += 1) for (const rest of splits(sum - first, count - 1)) yield [first, ...rest];
}
