/** What is tried with an input that reached something new: every value it was compared with, and longer and longer versions of itself. */
import type { CompareRing } from '../feedback/compare-ring.ts';
import type { ComparedPair, Hints } from '../hints.ts';
import { Edit } from '../input/edit.ts';
import type { InputForm } from '../input/form.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';
import type { Effort } from '../oracle/effort.ts';
import { pumped } from '../oracle/growth.ts';
import type { Corpus } from './corpus.ts';
import type { Remarks } from './remarks.ts';
import type { Schedule } from './schedule.ts';
import type { TargetParts } from './target-parts.ts';

const PUMPS = 4;
/** What grows faster than its input soon takes this much more than what does not. */
const UNUSUAL = 1.5;
const PUMPS_FREE = 400;
/** One of so many executions goes there at most; and once it is known what takes long. */
const PUMPS_SHARE = 4;
const PUMPS_SHARE_KNOWN = 64;
/** How many variations of one input are lined up, and how many may wait in all. */
const AIMED_MAX = 256;
const CHASED_MAX = 12;
const CHASED_PAIRS = 6;
/** One of so many executions goes there at most. */
const CHASES_SHARE = 4;
const CHASES_OWED_MAX = 1024;
const QUEUE_MAX = 4096;
const AIMS_FREE = 4000;

interface LookParts<I> {
  readonly target: TargetParts;
  readonly form: InputForm<I>;
  readonly random: FuzzRandom;
  readonly ring: CompareRing;
  readonly hints: Hints;
  readonly schedule: Schedule;
  readonly runs: number;
  readonly efforts: readonly Effort[];
}

/** What the loop does for it. */
interface LoopHands<I> {
  executed(): number;
  call(input: I, call: TargetParts['call']): void;
  /** Whether it was found that it takes longer and longer. */
  examine(input: I): Promise<boolean>;
}

export class CloserLook<I> {
  readonly #parts: LookParts<I>;
  readonly #loop: LoopHands<I>;
  /** Inputs that are tried next. */
  readonly #queue: (I | Edit<I>)[] = [];
  /** Per effort and unit of length: the most that was looked into and found to be in order. */
  readonly #usual: number[];
  #pumped = 0;
  /** Something was found that takes longer and longer: more of it says nothing new. */
  #isSlownessKnown = false;
  #aimed = 0;
  #chased = 0;

  constructor(parts: LookParts<I>, loop: LoopHands<I>) {
    this.#parts = parts;
    this.#loop = loop;
    this.#usual = parts.efforts.map(() => 0);
  }

  take(): I | undefined {
    const next = this.#queue.pop();
    return next instanceof Edit ? this.#parts.form.edited(next) : next;
  }

  async explore(input: I): Promise<void> {
    const { target, ring, runs } = this.#parts;
    if (this.#loop.executed() >= runs) return;
    if (target.watched !== undefined) {
      ring.begin();
      this.#loop.call(input, target.watched);
      this.#aim(input, ring.own());
    }
    await this.pump(input);
  }

  /** It came closer to passing a comparison: what it was compared with is tried at once. */
  addStep(corpus: Corpus<I>, input: I, cost: number): void {
    const { form, ring } = this.#parts;
    corpus.addStep(input, form.size(input), cost);
    this.#aim(input, ring.own());
  }

  async follow(input: I, stays: boolean, { isCostly }: Pick<Remarks, 'isCostly'>): Promise<void> {
    if (stays) await this.explore(input);
    else if (isCostly) await this.pump(input);
  }

  /** What was compared on the way to a promise is known when it has settled. */
  learn(corpus: Corpus<I>, input: I, cost: number, { isWatched }: Pick<Remarks, 'isWatched'>): void {
    if (!isWatched) return;
    if (this.#parts.ring.fresh > 0) this.addStep(corpus, input, cost);
    else this.chase(input);
  }

  /** Any variation may have broken something that only has to be put right, a length or a sum: what stood in its way last is met. */
  chase(input: I): void {
    const { ring, schedule, form } = this.#parts;
    const share = Math.floor(this.#loop.executed() / CHASES_SHARE);
    if (this.#chased > share || this.#queue.length > QUEUE_MAX) return;
    // A share that was long not used up must not be used up at once.
    this.#chased = Math.max(this.#chased, share - CHASES_OWED_MAX);
    let room = CHASED_MAX;
    for (const pair of ring.own(CHASED_PAIRS)) {
      for (const met of form.meet(input, pair, schedule.limit)) {
        if (room === 0) return;
        room -= 1;
        this.#chased += 1;
        this.#queue.push(met);
      }
    }
  }

  /** How long it takes when it gets longer. */
  async pump(input: I): Promise<void> {
    const { random, schedule, runs } = this.#parts;
    const share = this.#isSlownessKnown ? PUMPS_SHARE_KNOWN : PUMPS_SHARE;
    if (this.#pumped * share > this.#loop.executed() + PUMPS_FREE) return;
    for (const lengths of pumpedInputs(input, random, schedule.limit)) {
      for (const longer of lengths) {
        if (this.#loop.executed() >= runs) return;
        this.#pumped += 1;
        if (await this.judge(longer)) break;
      }
    }
  }

  /**
   * Lines up every variation that would have passed one of the comparisons. What was compared last is tried first: it is what stood in the
   * way. Those that would pass the same one have no order of their own, so each seed gives them another. At most half of all executions go there.
   */
  #aim(input: I, pairs: readonly ComparedPair[]): void {
    const { form, schedule, hints, random } = this.#parts;
    if (this.#queue.length > QUEUE_MAX || this.#aimed * 2 > this.#loop.executed() + AIMS_FREE) return;
    const seen = new Set<string>();
    const made: (I | Edit<I>)[] = [];
    for (const pair of pairs.toReversed()) {
      const key = `${pair.actual}\n${pair.wanted}`;
      if (seen.has(key)) continue;
      seen.add(key);
      made.push(...random.shuffled(form.meet(input, pair, schedule.limit)));
      if (made.length >= AIMED_MAX) break;
    }
    for (const word of wordsWanted(pairs)) {
      if (made.length >= AIMED_MAX) break;
      made.push(...random.shuffled(form.extend(input, word, hints.glues, schedule.limit)));
    }
    this.#aimed += made.length;
    this.#queue.push(...made.toReversed());
  }

  /** Around a call: whether it seems to have taken long by the clock, if there is one. */
  startClock(): void {
    this.#parts.efforts.at(-1)?.start(true);
  }

  get tookLong(): boolean {
    const clock = this.#parts.efforts.at(-1);
    return clock?.unit === 'ms' && clock.spent() >= clock.least;
  }

  /** Executes it, and looks at it with everything if it takes remarkably much; whether it takes much. */
  async judge(input: I): Promise<boolean> {
    const { efforts, form, runs } = this.#parts;
    let much = this.#muchOf(input, true);
    // The clock counts what others did meanwhile, too, so it is asked once more.
    if (much?.unit === 'ms' && this.#loop.executed() < runs) much = this.#muchOf(input, false);
    const size = Math.max(1, form.size(input));
    const spent = efforts.map((effort) => effort.spent() / size);
    if (much === undefined) return this.#isSlownessKnown && efforts.some(({ least }, index) => (spent[index] ?? 0) * size >= least);
    const isFound = await this.#loop.examine(input);
    this.#isSlownessKnown ||= isFound;
    // Only steps are exact: what a clock says of a short text, on a busy machine, says nothing about longer ones, unless it was found to be so.
    for (const [index, each] of spent.entries())
      if (isFound || efforts[index]?.unit === 'steps') this.#usual[index] = Math.max(this.#usual[index] ?? 0, each);
    return true;
  }

  /** Executes it; the effort of which it takes so much that a look is worth it. */
  #muchOf(input: I, isRough: boolean): Effort | undefined {
    const { efforts, target, form } = this.#parts;
    for (const effort of efforts) effort.start(isRough);
    this.#loop.call(input, target.call);
    const size = Math.max(1, form.size(input));
    return efforts.find((effort, index) => {
      const spent = effort.spent();
      return spent >= effort.least && spent > (this.#usual[index] ?? 0) * size * UNUSUAL;
    });
  }
}

/** What was missing altogether comes first. */
function wordsWanted(pairs: readonly ComparedPair[]): Iterable<string> {
  const isWord = (wanted: string | number): wanted is string => typeof wanted === 'string' && wanted !== '';
  const missing = pairs.filter(({ actual }) => actual === '').map(({ wanted }) => wanted);
  return new Set([...missing, ...pairs.map(({ wanted }) => wanted)].filter(isWord));
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
