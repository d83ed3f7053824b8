/**
 * Every run there is, depth first, but of runs that differ only in the order of transitions that have nothing to do with each other only
 * one. At each place the calm transition is tried, and another one only if it reverses a race that some run had (races.ts): the places grow
 * to source sets. And a transition that was tried at a place sleeps in what is tried there afterwards, until something runs that has to do
 * with it; whatever would begin with a sleeping one was seen before. A run in which everything that could go on sleeps is redundant, and
 * ended on the spot.
 */
import type { U64 } from '../base/u64.ts';
import { Chronicle, NO_CAUSE } from './chronicle.ts';
import {
  answersOf,
  asForeign,
  type Branch,
  branchWith,
  type Demand,
  demand,
  type DepthFirstPart,
  foreignBranch,
  NOBODY,
  ownBranch,
  segmentsOf,
  type Sleeper,
  type Split,
  splitOf,
} from './depth-first-part.ts';
import { ACT, commute, emptyFootprint, Footprint } from './footprint.ts';
import { Footprints } from './footprints.ts';
import { Kind } from './kinds.ts';
import { Races } from './races.ts';
import type { DecisionSource, Offer } from './source.ts';

const UNKNOWN = new Footprint();

export class DepthFirstSource extends Chronicle implements DecisionSource {
  hi = 0;
  lo = 0;
  readonly footprints: Footprints;
  readonly #entropy: U64;
  readonly #reduces: boolean;
  readonly #path: Branch[] = [];
  readonly #races = new Races<Branch>();
  /** Places before this one belong to others. */
  readonly #bottom: number;
  /** What was asked for there. */
  readonly demands: Demand[] = [];
  /** The first place of its own, once nothing is left to try there. */
  finished: Branch | undefined;
  /** Where the path of the run under way leaves those made before. */
  #known = 0;
  #at = 0;
  /** The transition under way was chosen here; undefined when there was no choice. */
  #chosenAt: Branch | undefined;
  #isChosen = false;
  #isRunning = false;
  /** Who slept when the transition under way began. */
  #sleepers: readonly Sleeper[] = NOBODY;

  /** Without reduction every order is tried, whether or not anybody could tell the difference. */
  constructor(entropy: U64, reduces = true, footprints = new Footprints(), part?: DepthFirstPart) {
    super();
    this.#bottom = part?.before.length ?? 0;
    if (part !== undefined) this.#begin(part);
    this.footprints = footprints;
    footprints.onCut = (isOwed, isRest) => {
      this.#settle();
      if (isOwed) this.#races.settleUnknown();
      else this.#races.cut(isRest);
      if (isOwed && this.#chosenAt !== undefined) this.#chosenAt.footprint.isUnknown = true;
      this.#chosenAt = undefined;
      this.#isRunning = true;
    };
    footprints.onPrevent = (cause, dueUs) => {
      if (this.#isRunning) this.#races.prevents(this.nameOf(cause), cause, dueUs);
    };
    this.#entropy = entropy;
    this.#reduces = reduces;
  }

  get chronicle(): this {
    return this;
  }

  /** Must precede every try of a run. */
  restart(): void {
    this.forget();
    this.footprints.forget();
    this.#races.restart(this.#path[this.#known - 1]?.depth ?? 0);
    this.#path.length = this.#known;
    this.#at = 0;
    this.#chosenAt = undefined;
    this.#isChosen = false;
    this.#isRunning = false;
    this.#sleepers = NOBODY;
  }

  /** Moves on to the next run; false when there is none. `isCutShort`: the run ended before everything had run that could. */
  advance(isCutShort = false): boolean {
    this.#settle();
    this.#path.length = this.#at;
    this.#races.latenessUs = this.footprints.latenessUs;
    if (this.#reduces) this.#races.reverse((branch, index) => this.#demand(branch, index), isCutShort || this.footprints.endsEarly);
    return this.#moveOn();
  }

  /** What is left, in two parts; undefined as long as it is all behind one place. This search is over with it. */
  split(): Split | undefined {
    return splitOf(this.#path.slice(0, this.#known), this.#bottom);
  }

  /**
   * What is left, in parts that know nothing of each other; this search is over. Nobody is there to ask for more at a place that belongs to
   * another part, so everything is tried there that is awake.
   */
  divide(): readonly DepthFirstPart[] {
    const path = this.#path.slice(0, this.#known);
    const parts: DepthFirstPart[] = [];
    for (const [start, end] of segmentsOf(path, 0)) {
      const branches = path.slice(start, end);
      for (const { spare, left } of branches) left.push(...spare.splice(0));
      const isReady = end === path.length;
      if (!isReady && branches.every(({ left }) => left.length === 0)) continue;
      parts.push({ before: path.slice(0, start).map(asForeign), branches, isReady });
    }
    return parts;
  }

  #begin({ before, branches, isReady }: DepthFirstPart): void {
    this.#path.push(...before.map(foreignBranch), ...branches.map(ownBranch));
    if (isReady) this.#known = this.#path.length;
    else this.#moveOn();
  }

  #demand(branch: Branch, index: number): void {
    demand(branch, index);
    const at = this.#path.indexOf(branch);
    if (at < 0 || at >= this.#bottom) return;
    branch.left.length = 0;
    this.demands.push([at, index]);
  }

  #moveOn(): boolean {
    while (this.#path.length > this.#bottom) {
      const branch = this.#path.at(-1);
      const next = branch?.left.pop();
      if (branch !== undefined && next !== undefined) {
        const name = branch.names[branch.answer];
        if (name !== undefined) branch.tried.push({ name, footprint: branch.footprint });
        branch.footprint = emptyFootprint();
        branch.answer = next;
        break;
      }
      this.finished = this.#path.pop();
    }
    this.#known = this.#path.length;
    return this.#known > this.#bottom;
  }

  override runs(number: number): void {
    if (number !== NO_CAUSE && !this.#isChosen) this.#goOnWithoutChoice(this.nameOf(number));
    this.#isChosen = false;
    super.runs(number);
    if (number === NO_CAUSE) return;
    this.#races.begin(this.nameOf(number), number, this.#chosenAt);
    this.#isRunning = true;
  }

  override born(what: string): number {
    const number = super.born(what);
    this.#races.born(number);
    return number;
  }

  pick(offer: Offer): number {
    if (offer.count < 2) return 0;
    if (offer.kind !== Kind.transition) return offer.manner === 'rate' ? (offer.calm ?? 0) : this.#choose(offer.count, offer.calm ?? 0);
    this.#settle();
    this.#isChosen = true;
    if (this.footprints.isRedundant) return 0;
    const branch = this.#path[this.#at] ?? this.#branchOff(offer);
    if (branch === undefined) {
      this.footprints.isRedundant = true;
      return 0;
    }
    this.#at += 1;
    this.#chosenAt = branch;
    if (this.#reduces) this.#sleepers = [...branch.asleep, ...branch.tried];
    return Math.min(branch.answer, offer.count - 1);
  }

  draw(): void {
    this.hi = this.#entropy.hi;
    this.lo = this.#entropy.lo;
  }

  chance(): boolean {
    return this.#choose(2, 0) === 1;
  }

  recall(): undefined {
    return undefined;
  }

  position(): number {
    return 0;
  }

  /** A simulation takes nothing back. */
  rewind(): void {}

  #choose(count: number, calm: number): number {
    if (this.footprints.isRedundant) return calm;
    const branch =
      this.#path[this.#at] ?? this.#push(branchWith([], answersOf(count, calm), [], Math.max(0, this.#races.count - 1), NOBODY));
    this.#at += 1;
    return Math.min(branch.answer, count - 1);
  }

  /** Undefined when all that is offered sleeps. */
  #branchOff(offer: Offer): Branch | undefined {
    const names = Array.from({ length: offer.count }, (_, index) => this.nameOf(offer.causeOf?.(index) ?? NO_CAUSE));
    const awake = answersOf(offer.count, 0).filter((index) => !this.#sleeps(names[index]));
    if (awake.length === 0) return undefined;
    const first = this.#reduces ? awake.splice(-1) : awake.splice(0);
    return this.#push(branchWith(names, first, awake, this.#races.count, this.#sleepers));
  }

  #push(branch: Branch): Branch {
    this.#path.push(branch);
    return branch;
  }

  #goOnWithoutChoice(name: string): void {
    this.#settle();
    this.#chosenAt = undefined;
    if (this.#sleeps(name)) this.footprints.isRedundant = true;
  }

  #sleeps(name: string | undefined): boolean {
    return this.#sleepers.some((sleeper) => sleeper.name === name);
  }

  /** The transition under way is over: whoever had to do with it wakes up. */
  #settle(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    const { current } = this.footprints;
    this.#races.settle(current);
    this.#chosenAt?.footprint.merge(current);
    if (this.#sleepers.length === 0) return;
    this.#sleepers = this.#sleepers.filter(({ footprint }) => commute(footprint, current, current.beforeUs));
    // Both bring the end of the act nearer: from now on the sleeper might end it, and then it matters to everybody whether it has run.
    if ((current.added & ACT) !== 0)
      this.#sleepers = this.#sleepers.map((sleeper) =>
        (sleeper.footprint.added & ACT) === 0 ? sleeper : { name: sleeper.name, footprint: UNKNOWN },
      );
  }
}
