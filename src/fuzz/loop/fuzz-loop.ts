/**
 * The loop: take an input that taught something, vary it, call the target, look at what was reached. Executions run in bursts without any
 * pause; whatever is remarkable about one (new code, an error, a promise) ends the burst and is looked into at leisure.
 */
import { siteTable } from '../../sim/load/sites.ts';
import type { CompareRing } from '../feedback/compare-ring.ts';
import type { Dictionary } from '../feedback/dictionary.ts';
import type { Edges } from '../feedback/edges.ts';
import type { InputForm } from '../input/form.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';
import type { Intrinsics } from '../oracle/intrinsics.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import { pin } from '../target/pinned-world.ts';
import { Corpus, type Entry } from './corpus.ts';
import { changesFinding, type Examiner, isThenable, type LateFailures, nextTurn } from './examine.ts';
import { EXPECTED, KnownErrors, UNKNOWN } from './known-errors.ts';
import type { Pending, Settled } from './pending.ts';
import type { Schedule } from './schedule.ts';
import type { SharedState } from './shared-state.ts';
import type { TargetParts } from './target-parts.ts';
import { trimmed } from './trim.ts';

export interface LoopParts<I> {
  readonly target: TargetParts;
  readonly form: InputForm<I>;
  readonly random: FuzzRandom;
  readonly edges: Edges;
  readonly ring: CompareRing;
  readonly hints: Dictionary;
  readonly schedule: Schedule;
  readonly shared: SharedState;
  readonly examiner: Examiner;
  readonly pending: Pending;
  readonly intrinsics: Intrinsics;
  readonly late: LateFailures;
  readonly runs: number;
  readonly isTimeUp: () => boolean;
  /** New code was reached by this input. */
  readonly kept: (bytes: Uint8Array) => void;
  /** A failure of a kind nobody saw before; gives its number. */
  readonly found: (finding: RawFinding, bytes: Uint8Array) => number;
  /** Generated inputs only, and none is kept. */
  readonly isUnguided: boolean;
  readonly stopsAtFirst: boolean;
  /** Asked after every execution that threw: something that ends the search at once. */
  readonly refusal: () => Error | undefined;
}

/** Executions between two looks at the clock. */
const BURST = 256;
const WATCHED_EVERY = 16;
const UNGUIDED_RUNS = 1000;
const THOROUGH_EVERY = 4096;

export class FuzzLoop<I> {
  readonly corpus = new Corpus<I>();
  readonly #parts: LoopParts<I>;
  readonly #known: KnownErrors;
  readonly #buckets = new Map<string, number>();
  readonly #recent: I[] = [];
  readonly #sites = siteTable();
  executed: number;
  stoppedBy: 'runs' | 'time' | 'failure' | 'stopped' = 'runs';
  freshMax = 0;
  #isAsync = false;
  /** Of the execution the burst ended with. */
  #input: I | undefined;
  #parent: Entry<I> | undefined;
  #outcome: Settled = { is: 'value', value: undefined };

  constructor(parts: LoopParts<I>, executed = 0) {
    this.#parts = parts;
    this.executed = executed;
    this.#known = new KnownErrors(parts.target.isExpected);
  }

  /** A bucket that is known from before. */
  remember(bucket: string, index: number): void {
    this.#buckets.set(bucket, index);
  }

  /** Inputs that are tried as they are, before anything is varied. */
  async begin(inputs: readonly I[]): Promise<void> {
    for (const input of inputs) {
      if (this.#isOver()) return;
      await this.#single(input);
    }
  }

  async run(): Promise<void> {
    Error.stackTraceLimit = 0;
    while (!this.#isOver()) {
      const ended = this.#burst(Math.min(BURST, this.#parts.runs - this.executed));
      if (ended) await this.#settle();
      else await nextTurn();
      await this.#lookAround();
    }
    this.#tell();
  }

  #isOver(): boolean {
    const { shared, runs, isTimeUp, refusal } = this.#parts;
    const refused = refusal();
    if (refused !== undefined) throw refused;
    if (this.#parts.stopsAtFirst && this.#buckets.size > 0) this.stoppedBy = 'failure';
    else if (shared.stopped) this.stoppedBy = 'stopped';
    else if (this.executed >= runs) this.stoppedBy = 'runs';
    else if (isTimeUp()) this.stoppedBy = 'time';
    else return false;
    return true;
  }

  /** True when an execution is to be looked into. */
  #burst(count: number): boolean {
    const { edges, ring, intrinsics, target } = this.#parts;
    for (let index = 0; index < count; index += 1) {
      const input = this.#next();
      const watched = target.watched !== undefined && this.executed % WATCHED_EVERY === WATCHED_EVERY - 1;
      if (watched) ring.begin();
      this.#call(input, watched && target.watched !== undefined ? target.watched : target.call);
      this.#recent[this.executed % BURST] = input;
      const outcome = this.#outcome;
      if (outcome.is === 'value' && isThenable(outcome.value)) return true;
      const look = edges.look();
      if (look.fresh > 0 || (watched && ring.fresh > 0) || intrinsics.looksTouched) return true;
      if (outcome.is === 'error' ? this.#isNews(outcome.error) : outcome.is !== 'value' || (target.isProperty && outcome.value === false))
        return true;
      if (this.#parent !== undefined) this.corpus.credit(this.#parent, edges);
    }
    return false;
  }

  #next(): I {
    const { form, random, schedule, hints, edges, isUnguided } = this.#parts;
    const { executed } = this;
    if (schedule.isEpoch(executed)) hints.resting = schedule.resting(random);
    const fresh = isUnguided || this.corpus.entries.length === 0 || (executed < UNGUIDED_RUNS ? random.oneIn(4) : random.oneIn(256));
    this.#parent = fresh ? undefined : this.corpus.pick(random, edges);
    if (this.#parent === undefined) return form.generate(random, schedule.sizeMax);
    const other = random.oneIn(4) ? this.corpus.any(random) : undefined;
    return form.mutate(this.#parent.input, other, random, hints, schedule.sizeMax);
  }

  #call(input: I, call: TargetParts['call']): void {
    const { form, shared, edges } = this.#parts;
    this.#input = input;
    this.executed += 1;
    edges.reset();
    pin();
    if (typeof input === 'string') shared.beginText(this.executed, input);
    else shared.begin(this.executed, form.encode(input));
    try {
      this.#outcome = { is: 'value', value: call(...form.args(input)) };
    } catch (error) {
      this.#outcome = { is: 'error', error };
    }
    shared.end();
    if (!this.#sites.exhausted) return;
    // It was ended because it did not come back, whatever it made of that.
    this.#outcome = { is: 'late' };
    this.#sites.reset();
  }

  #isNews(error: unknown): boolean {
    const bucket = this.#known.find(error);
    if (bucket >= 0) this.#parts.shared.countBucket(bucket);
    return bucket === UNKNOWN;
  }

  async #single(input: I): Promise<void> {
    this.#parent = undefined;
    this.#call(input, this.#parts.target.call);
    await this.#settle(false);
  }

  /** Looks into the execution the burst ended with. */
  async #settle(isLooked = true): Promise<void> {
    let looked = isLooked;
    const { edges, pending, shared, ring, intrinsics, target } = this.#parts;
    let fresh = looked ? this.#freshNow : 0;
    if (this.#outcome.is === 'value' && isThenable(this.#outcome.value)) {
      this.#isAsync = true;
      shared.resume();
      this.#outcome = await pending.wait(this.#outcome.value);
      pending.done();
      shared.end();
      looked = false;
    }
    if (!looked) fresh = edges.look().fresh;
    const input = this.#input;
    if (input === undefined) return;
    const cost = edges.lastCost;
    const outcome = this.#outcome;
    if (this.#parent !== undefined) this.corpus.credit(this.#parent, edges);
    const touched = intrinsics.looksTouched && !this.#isKnownChange();
    if (fresh > 0) this.freshMax = Math.max(this.freshMax, fresh);
    const stays = fresh > 0 && outcome.is !== 'never' && outcome.is !== 'late' && !this.#parts.isUnguided;
    if (stays) this.#keep(input, cost);
    else if (ring.fresh > 0 && outcome.is === 'value') this.corpus.addStep(input, this.#parts.form.size(input), cost);
    ring.begin();
    const suspicious =
      outcome.is === 'never' ||
      outcome.is === 'late' ||
      touched ||
      (outcome.is === 'error'
        ? this.#known.find(outcome.error) === UNKNOWN || (fresh > 0 && this.#known.find(outcome.error) !== EXPECTED)
        : fresh > 0) ||
      (outcome.is === 'value' && target.isProperty && outcome.value === false);
    if (suspicious) await this.#examine(input, outcome);
  }

  /** Puts right what was changed; whether it was seen before. */
  #isKnownChange(): boolean {
    const finding = changesFinding(this.#parts.intrinsics.restore());
    if (finding === undefined) return true;
    const index = this.#buckets.get(keyOf(finding));
    if (index !== undefined) this.#parts.shared.countBucket(index);
    return index !== undefined;
  }

  get #freshNow(): number {
    return this.#parts.edges.lastFresh;
  }

  #keep(input: I, cost: number): void {
    const { form, edges, schedule, kept } = this.#parts;
    const small = this.#isAsync ? input : trimmed(input, form, edges, (candidate) => this.#tryAgain(candidate));
    this.corpus.add(small, form.size(small), cost, edges);
    schedule.learned(this.executed, form.size(small));
    kept(form.encode(small));
    this.#tell();
  }

  /** For trimming: the same code must be reached, by a call that ends at once. */
  #tryAgain(input: I): boolean {
    if (this.executed >= this.#parts.runs) return false;
    this.#call(input, this.#parts.target.call);
    if (this.#outcome.is === 'value' && isThenable(this.#outcome.value)) {
      // Somebody has to hear of it, or it counts as unhandled.
      this.#outcome.value.then(undefined, () => undefined);
      return false;
    }
    return true;
  }

  async #examine(input: I, outcome: Settled): Promise<void> {
    const { form, examiner, edges } = this.#parts;
    const finding = await examiner.examine(form.encode(input), () => form.args(input));
    edges.reset();
    if (finding === undefined) return;
    const index = this.#numberOf(finding, input);
    if (outcome.is === 'error') this.#known.learn(outcome.error, index);
  }

  #numberOf(finding: RawFinding, input: I): number {
    const { form, found, shared } = this.#parts;
    const key = keyOf(finding);
    let index = this.#buckets.get(key);
    if (index === undefined) {
      index = found(finding, form.encode(input));
      this.#buckets.set(key, index);
      this.#tell();
    }
    shared.countBucket(index);
    return index;
  }

  /** Between bursts: late failures, and what the quick look cannot see. */
  async #lookAround(): Promise<void> {
    const { late, intrinsics, schedule } = this.#parts;
    schedule.grow(this.executed);
    const isThorough = this.executed % THOROUGH_EVERY < BURST && intrinsics.restore().length > 0;
    if (late.any || isThorough) {
      late.take();
      await this.#attribute();
    }
    this.#tell();
  }

  /** Which of the last inputs did it: each is executed again, on its own. */
  async #attribute(): Promise<void> {
    const suspects = this.#recent.filter((input) => input !== undefined);
    for (const input of suspects.toReversed()) {
      const before = this.#buckets.size;
      await this.#examine(input, { is: 'value', value: undefined });
      if (this.#buckets.size > before) return;
    }
  }

  #tell(): void {
    const { shared, edges } = this.#parts;
    shared.tell(edges.blocks, edges.features, this.corpus.entries.length, this.#buckets.size);
  }
}

function keyOf({ title, bucket }: RawFinding): string {
  return `${title}\n${bucket}`;
}
