/**
 * The loop: take an input that taught something, vary it, call the target, look at what was reached. Executions run in bursts without any
 * pause; whatever is remarkable about one (new code, an error, a promise) ends the burst and is looked into at leisure.
 */
import { forgoStacks } from '../target/stacks.ts';
import { Aftermath, type Found } from './aftermath.ts';
import { Buckets } from './buckets.ts';
import { Corpus, type Entry } from './corpus.ts';
import { HangLikeness } from './hang-likeness.ts';
import { isThenable, nextTurn } from './promises.ts';
import { Due, pumpedEvery, sampledEvery } from './due.ts';
import { Execution } from './execution.ts';
import { EXPECTED, KnownErrors, UNKNOWN } from './known-errors.ts';
import { LastCall } from './last-call.ts';
import type { LoopParts } from './loop-parts.ts';
import type { Settled } from './pending.ts';
import { RecentInputs } from './recent-inputs.ts';
import { Remarks } from './remarks.ts';
import { type StopReason, stopReason } from './stop-reason.ts';
import { trimmed } from './trim.ts';
import { CloserLook } from './closer-look.ts';
import { WatchRate } from './watch-rate.ts';

/** Executions between two looks at the clock. */
const BURST = 1024;
/** One of so many watched is chased. */
const CHASED_ONE_IN = 4;
const COSTLIER = 1.5;
const UNGUIDED_RUNS = 1000;
const FIRST_BURST = 16;

export class FuzzLoop<I> {
  readonly corpus = new Corpus<I>();
  readonly #parts: LoopParts<I>;
  readonly #known: KnownErrors;
  readonly buckets: Buckets;
  readonly #recent: RecentInputs;
  readonly #closer: CloserLook<I>;
  readonly #aftermath: Aftermath<I>;
  readonly #run: Execution<I>;
  readonly #last: LastCall<I>;
  stoppedBy: StopReason = 'runs';
  freshMax = 0;
  readonly #remarks = new Remarks();
  readonly hangs: HangLikeness<I>;
  readonly #rate = new WatchRate();
  #costliest = 256;
  /** Of the execution the burst ended with. */
  #parent: Entry<I> | undefined;
  readonly #sampled = new Due(0);
  readonly #pumped = new Due(pumpedEvery(0));

  constructor(parts: LoopParts<I>, executed = 0) {
    this.#parts = parts;
    this.buckets = new Buckets(parts);
    this.hangs = new HangLikeness(parts.form);
    this.#run = new Execution(parts, executed);
    this.#last = new LastCall(this.#run, parts);
    this.#recent = new RecentInputs(parts.shared);
    this.#known = new KnownErrors(parts.target.isExpected);
    this.#closer = new CloserLook(parts, {
      executed: () => this.executed,
      call: (input, call) => this.#run.call(input, call),
      examine: async (input) => /^super_|^hang/u.test((await this.#examine(input))?.finding.title ?? ''),
    });
    this.#aftermath = new Aftermath(parts, this.#recent);
  }

  get executed(): number {
    return this.#run.count;
  }

  /** Inputs that are tried as they are, before anything is varied; and some that may take long when they get longer. */
  async begin(inputs: readonly I[], pumped: readonly I[] = []): Promise<void> {
    for (const input of [...inputs, ...pumped]) {
      if (this.#isOver()) return;
      await this.#single(input);
    }
    for (const input of pumped) {
      if (this.#isOver()) return;
      if (!this.#last.isAsync) await this.#closer.judge(input);
      if (!this.#last.isAsync) await this.#closer.explore(input);
    }
  }

  async run(): Promise<void> {
    forgoStacks(this.#parts.target);
    while (!this.#isOver()) {
      // Short at first: there is most to look at in the beginning.
      const ended = this.#burst(Math.min(BURST, FIRST_BURST + (this.executed >> 2), this.#parts.runs - this.executed));
      if (ended) await this.#settle();
      else await nextTurn();
      await this.#lookAround();
    }
    if (!this.#mustEnd()) await this.#lookBack();
    this.#tell();
  }

  /** What the last inputs have set going may fail yet. */
  async #lookBack(): Promise<void> {
    await this.#parts.examiner.drain();
    await this.#aftermath.look(true, this.#examineIt, () => this.#mustEnd());
  }

  #mustEnd(): boolean {
    const { shared, stopsAtFirst } = this.#parts;
    return shared.stopped || (stopsAtFirst && this.buckets.size > 0);
  }

  #isOver(): boolean {
    const reason = stopReason(this.#parts, this.executed, this.buckets.size);
    return reason !== undefined && (this.stoppedBy = reason) === reason;
  }

  /** True when an execution is to be looked into. */
  #burst(count: number): boolean {
    const { edges, ring, intrinsics, target, random } = this.#parts;
    const run = this.#run;
    const remarks = this.#remarks;
    for (let index = 0; index < count && !this.#recent.isFull; index += 1) {
      const input = this.#next();
      const watched = target.watched !== undefined && this.#rate.isDue(run.count, remarks.isAimed);
      remarks.isWatched = watched;
      if (watched) ring.begin();
      if (remarks.isAimed) this.#closer.startClock();
      run.call(input, watched && target.watched !== undefined ? target.watched : target.call);
      remarks.isSlow = remarks.isAimed && this.#closer.tookLong;
      this.#recent.add();
      if (run.isPending) return true;
      const look = edges.look();
      remarks.isStep = watched && this.#rate.isStep(edges.isNewMix(), ring.fresh > 0);
      if (look.fresh > 0) this.#rate.learned();
      if (look.cost > this.#costliest * COSTLIER) remarks.isCostly = true;
      if (look.fresh > 0 || remarks.any || intrinsics.looksTouched || run.isLate) return true;
      if (run.threw) {
        if (this.#isNews(run.result)) return true;
      } else if (target.isProperty && run.result === false) return true;
      // Laws need a second call or more: every other result is held against them.
      else if (target.laws.length > 0 && run.count % 2 === 0) return true;
      if (this.#parent !== undefined) this.corpus.credit(this.#parent, edges);
      if (watched && (remarks.isAimed || random.oneIn(CHASED_ONE_IN))) this.#closer.chase(input);
    }
    return false;
  }

  #next(): I {
    const { random, schedule, hints } = this.#parts;
    if (schedule.isEpoch(this.executed)) hints.resting = schedule.resting(random);
    let input = this.#candidate();
    while (this.hangs.shuns(input, this.executed)) input = this.#candidate();
    return input;
  }

  #candidate(): I {
    const { form, random, schedule, hints, edges, isUnguided } = this.#parts;
    const waiting = this.#closer.take();
    this.#parent = undefined;
    this.#remarks.isAimed = waiting !== undefined;
    if (waiting !== undefined) return waiting;
    const fresh = isUnguided || this.corpus.entries.length === 0 || (this.executed < UNGUIDED_RUNS ? random.oneIn(4) : random.oneIn(256));
    if (!fresh) this.#parent = this.corpus.next(random, edges);
    const { sizeMax } = schedule;
    if (this.#parent === undefined) return form.generate(random, sizeMax);
    return form.mutate(this.#parent.input, random.oneIn(4) ? this.corpus.any(random) : undefined, random, hints, sizeMax);
  }

  #isNews(error: unknown): boolean {
    const bucket = this.#known.find(error);
    if (bucket >= 0) this.#parts.shared.countBucket(bucket);
    return bucket === UNKNOWN;
  }

  async #single(input: I): Promise<void> {
    this.#parent = undefined;
    this.#remarks.isWatched = false;
    this.#run.call(input, this.#parts.target.call);
    await this.#settle(false);
  }

  /** Looks into the execution the burst ended with. */
  async #settle(isLooked = true): Promise<void> {
    const { edges, target, patience } = this.#parts;
    const looked = isLooked && !this.#run.isPending;
    let fresh = looked ? edges.lastFresh : 0;
    let outcome = await this.#last.settled();
    const { input } = this.#run;
    if (input === undefined) return;
    const isLost = (): boolean => outcome.is === 'late' || outcome.is === 'never';
    if (isLost()) this.hangs.hung(this.#parts.form.encode(input));
    if (this.#knownHang(outcome) !== undefined) return this.#remarks.clear();
    if (outcome.is === 'late' && patience.isShort) outcome = await this.#last.again();
    if (!looked) fresh = edges.look().fresh;
    const cost = edges.lastCost;
    this.#costliest = Math.max(this.#costliest, cost);
    if (this.#parent !== undefined) this.corpus.credit(this.#parent, edges);
    this.freshMax = Math.max(this.freshMax, fresh);
    const touched = this.#aftermath.touched();
    const stays = fresh > 0 && !isLost() && !this.#parts.isUnguided;
    if (stays) this.#keep(input, cost);
    else if (this.#remarks.isStep && (outcome.is === 'value' || outcome.is === 'error')) this.#closer.addStep(this.corpus, input, cost);
    const suspicious =
      isLost() ||
      touched ||
      (outcome.is === 'error'
        ? this.#known.find(outcome.error) === UNKNOWN || (fresh > 0 && this.#known.find(outcome.error) !== EXPECTED)
        : fresh > 0) ||
      (outcome.is === 'value' && target.isProperty && outcome.value === false);
    if (suspicious) await this.#examine(input, outcome);
    else if (this.#remarks.isSlow) await this.#closer.judge(input);
    // A failure that is told at once was counted by the burst already.
    else if (outcome.is === 'error' && !looked) this.#isNews(outcome.error);
    else if (outcome.is === 'value' && outcome.isOfCopy !== true && target.laws.length > 0) await this.#checkLaws(input, outcome.value);
    if (this.#last.isAsync) this.#closer.learn(this.corpus, input, cost, this.#remarks);
    else await this.#closer.follow(input, stays, this.#remarks);
    this.#remarks.clear();
  }

  /** What the last call came to, if it was given little time and is where calls are known to hang. */
  #knownHang(outcome: Settled): Found | undefined {
    const { examiner, patience, shared } = this.#parts;
    const finding = outcome.is === 'late' && patience.isShort ? examiner.tooLong(outcome) : undefined;
    const index = finding && this.buckets.find(finding);
    if (finding === undefined || index === undefined) return undefined;
    shared.countBucket(index);
    return { finding, index };
  }

  async #checkLaws(input: I, value: unknown): Promise<void> {
    const broken = await this.#parts.examiner.checkLaws(() => this.#parts.form.args(input), value);
    if (broken !== undefined && this.buckets.find(broken) === undefined) await this.#examine(input, { is: 'value', value });
  }

  #keep(input: I, cost: number): void {
    const { form, edges, schedule, kept } = this.#parts;
    const small = this.#last.isAsync ? input : trimmed(input, form, edges, (candidate) => this.#tryAgain(candidate));
    this.corpus.add(small, form.size(small), cost, edges);
    schedule.learned(this.executed, form.size(small));
    kept(form.encode(small));
    this.#tell();
  }

  /** For trimming: the same code must be reached, by a call that ends at once. */
  #tryAgain(input: I): boolean {
    if (this.executed >= this.#parts.runs) return false;
    this.#run.call(input, this.#parts.target.call);
    const { result, threw } = this.#run;
    if (threw || !isThenable(result)) return true;
    // Somebody has to hear of it, or it counts as unhandled.
    result.then(undefined, () => undefined);
    return false;
  }

  readonly #examineIt = (input: I): Promise<Found | undefined> => this.#examine(input);

  /** What it found, known or not. */
  async #examine(input: I, outcome?: Settled): Promise<Found | undefined> {
    const { form, examiner, edges, intrinsics } = this.#parts;
    const known = input === this.#run.input ? this.#knownHang(this.#run.settled) : undefined;
    if (known !== undefined) return known;
    // The watched copy of the code has seen other calls, and a promise says nothing.
    const earlier = this.#last.isAsync || (outcome?.is === 'value' && outcome.isOfCopy === true) ? undefined : outcome;
    const ended = outcome?.is === 'late' ? outcome.stopped : undefined;
    this.#aftermath.aside = intrinsics.restore();
    const finding = ended ? examiner.stopped(ended) : await examiner.examine(form.encode(input), () => form.args(input), earlier);
    edges.reset();
    if (finding === undefined) return undefined;
    const index = this.buckets.count(finding, () => form.encode(input));
    this.#tell();
    this.#aftermath.learn({ finding, index });
    if (outcome?.is === 'error') this.#known.learn(outcome.error, index, finding.bucket);
    return { finding, index };
  }

  /** Between bursts: late failures, and what the quick look cannot see. */
  async #lookAround(): Promise<void> {
    const { late, schedule } = this.#parts;
    schedule.grow(this.executed);
    const isThorough = this.#recent.isLookDue(this.executed);
    const { input, settled } = this.#run;
    if (input !== undefined && !this.#last.isAsync && this.#pumped.isDue(this.executed, pumpedEvery(this.executed)))
      await this.#closer.pump(input);
    if (late.any || isThorough) await this.#aftermath.look(isThorough, this.#examineIt, () => this.#isOver());
    if (!late.any && input !== undefined && settled.is === 'value' && this.#sampled.isDue(this.executed, sampledEvery(this.executed))) {
      // What depends on earlier calls does so whatever code it reaches, so now and then any input is looked at with everything.
      await this.#examine(input, settled);
    }
    this.#tell();
  }

  #tell(): void {
    const { shared, edges } = this.#parts;
    shared.tell(edges.blocks, edges.features, this.corpus.entries.length, this.buckets.size);
  }
}
