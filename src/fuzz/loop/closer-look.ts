/** What is tried with an input that reached something new: every value it was compared with, and longer and longer versions of itself. */
import type { CompareRing } from '../feedback/compare-ring.ts';
import type { ComparedPair, Hints } from '../hints.ts';
import type { InputForm } from '../input/form.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';
import { pumped } from '../oracle/growth.ts';
import type { Corpus } from './corpus.ts';
import { ALL_RESTING } from './mutators.ts';
import type { Schedule } from './schedule.ts';
import type { TargetParts } from './target-parts.ts';

const PAIRS_MAX = 48;
const PUMPS = 4;
/** A call that takes this much is worth a look with everything. */
const SLOW_MS = 4;
const PUMPS_FREE = 400;
const STEP_PAIRS = 8;
const QUEUE_MAX = 512;
/** The operators of `havoc.ts` that put compared values in place. */
const MEETING = (1 << 13) | (1 << 14);

interface LookParts<I> {
  readonly target: TargetParts;
  readonly form: InputForm<I>;
  readonly random: FuzzRandom;
  readonly ring: CompareRing;
  readonly hints: Hints;
  readonly schedule: Schedule;
  readonly runs: number;
  readonly now: () => number;
}

/** What the loop does for it. */
interface LoopHands<I> {
  executed(): number;
  call(input: I, call: TargetParts['call']): void;
  examine(input: I): Promise<void>;
}

export class CloserLook<I> {
  readonly #parts: LookParts<I>;
  readonly #loop: LoopHands<I>;
  /** Inputs that are tried next. */
  readonly #queue: I[] = [];
  #pumped = 0;

  constructor(parts: LookParts<I>, loop: LoopHands<I>) {
    this.#parts = parts;
    this.#loop = loop;
  }

  take(): I | undefined {
    return this.#queue.pop();
  }

  async explore(input: I): Promise<void> {
    const { target, ring, runs } = this.#parts;
    if (this.#loop.executed() >= runs) return;
    if (target.watched !== undefined) {
      ring.forget();
      this.#loop.call(input, target.watched);
      this.#aim(input, ring.pairs);
    }
    await this.pump(input);
  }

  /** It came closer to passing a comparison: what it was compared with is tried at once. */
  addStep(corpus: Corpus<I>, input: I, cost: number): void {
    const { form, ring } = this.#parts;
    corpus.addStep(input, form.size(input), cost);
    this.#aim(input, ring.recent(STEP_PAIRS));
  }

  /** How long it takes when it gets longer; at most a quarter of all executions are spent on that. */
  async pump(input: I): Promise<void> {
    const { random, schedule, runs } = this.#parts;
    if (this.#pumped * 4 > this.#loop.executed() + PUMPS_FREE) return;
    for (const lengths of pumpedInputs(input, random, schedule.limit)) {
      for (const longer of lengths) {
        if (this.#loop.executed() >= runs) return;
        this.#pumped += 1;
        if (this.#timeOf(longer) < SLOW_MS) continue;
        await this.#loop.examine(longer);
        break;
      }
    }
  }

  #aim(input: I, pairs: readonly ComparedPair[]): void {
    const { form, random, hints, schedule } = this.#parts;
    if (this.#queue.length > QUEUE_MAX) return;
    this.#queue.push(...variationsTowards(pairs, (pair) => form.mutate(input, undefined, random, meeting(hints, pair), schedule.limit)));
  }

  #timeOf(input: I): number {
    const startMs = this.#parts.now();
    this.#loop.call(input, this.#parts.target.call);
    return this.#parts.now() - startMs;
  }
}

/** Only this comparison counts. */
function meeting(hints: Hints, pair: ComparedPair): Hints {
  return {
    texts: hints.texts,
    numbers: hints.numbers,
    pairs: [pair],
    resting: ALL_RESTING & ~MEETING,
    take: (random) => hints.take(random),
  };
}

function variationsTowards<I>(pairs: readonly ComparedPair[], vary: (pair: ComparedPair) => I): readonly I[] {
  const seen = new Set<string>();
  const made: I[] = [];
  for (const pair of pairs) {
    const key = `${pair.actual}\n${pair.wanted}`;
    if (seen.has(key) || seen.size >= PAIRS_MAX) continue;
    seen.add(key);
    made.push(vary(pair), vary(pair));
  }
  return made;
}

/** Longer and longer versions of an input, each with another stretch of it repeated; only for texts and bytes. */
function* pumpedInputs<I>(input: I, random: FuzzRandom, limit: number): Generator<readonly I[]> {
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) return;
  if (input.length === 0) return;
  for (let turn = 0; turn < PUMPS; turn += 1) {
    const width = 1 + random.below(Math.min(3, input.length));
    const at = random.below(input.length - width + 1);
    // In small steps at first: what grows exponentially would never come back from a large one.
    const lengths = [16, 20, 24, 28, 40, 128, limit >> 3, limit].filter((length) => length > input.length && length <= limit);
    yield lengths.map((length) => pumped(input, at, width, length));
  }
}
