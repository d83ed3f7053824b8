/**
 * One execution with everything looked at: full stacks, late failures, what it left behind in the language, whether it does the same
 * again, and the laws it has to obey. The loop comes here when something is suspicious; replays and the shrinker always do.
 */
import { worstOf } from '../oracle/changes-finding.ts';
import type { Effort } from '../oracle/effort.ts';
import { growthOf } from '../oracle/growth.ts';
import type { Change, Intrinsics } from '../oracle/intrinsics.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import { valueText } from '../oracle/value-text.ts';
import { WriteTrap } from '../oracle/write-trap.ts';
import { pin, pinOtherwise } from '../target/pinned-world.ts';
import { Judge } from './judge.ts';
import type { HangPatience } from './hang-patience.ts';
import type { LateFailure, LateFailures } from './late-failures.ts';
import { cameBack, type Pending, type Settled } from './pending.ts';
import { isThenable, nextTurn } from './promises.ts';
import type { TargetParts } from './target-parts.ts';

const FRAMES = 64;
/** How long is waited for calls that are known to fail when they are long over. */
const LATE_MS = 1000;

export interface ExamineParts {
  readonly target: TargetParts;
  readonly pending: Pending;
  readonly intrinsics: Intrinsics;
  readonly late: LateFailures;
  readonly patience: HangPatience;
  readonly hangTimeoutMs: number;
  /** Called before the target is, with the stored form of its input, so that whoever watches knows. */
  readonly begin: (bytes: Uint8Array) => void;
  readonly end: () => void;
  /** What is measured of a call, the surest first. */
  readonly efforts: readonly Effort[];
  /** What ended the call by force, whatever it made of that. */
  readonly ended: () => Error | undefined;
  /** Whether the call was ended because of the memory it took. */
  readonly tookMemory: () => boolean;
}

/** What is measured of some calls begins after everything that is made ready for them. */
interface Around {
  begin(): void;
  end(): void;
}

export class Examiner {
  readonly #parts: ExamineParts;
  readonly #judge: Judge;
  #bytes: Uint8Array = new Uint8Array(0);
  /** What the last call that was examined left behind. */
  changes: readonly Change[] = [];
  /** What it failed with when it was over, if that is how it failed. */
  afterwards: LateFailure | undefined;
  /** Whether what calls have set going is waited for however often that was in vain. */
  isPatient = false;

  constructor(parts: ExamineParts) {
    this.#parts = parts;
    this.#judge = new Judge(parts);
  }

  /** `args` makes fresh arguments for every call; `earlier` is what such a call came to before, if it came to anything. */
  async examine(bytes: Uint8Array, args: () => readonly unknown[], earlier?: Settled): Promise<RawFinding | undefined> {
    this.#bytes = bytes;
    this.afterwards = undefined;
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    try {
      // Told before anything is called: what it gave may be something it still changes.
      const before = earlier?.is === 'value' ? valueText(earlier.value) : undefined;
      return await this.#parts.patience.inFull(() => this.#examine(args, before));
    } finally {
      Error.stackTraceLimit = limit;
    }
  }

  /** One call that nobody judges; what it left behind. What it set going is waited for, or belongs to the owner. */
  async call(bytes: Uint8Array, args: () => readonly unknown[], owner?: object): Promise<readonly Change[]> {
    const { intrinsics, late, pending } = this.#parts;
    this.#bytes = bytes;
    pin();
    const values = args();
    pending.mark();
    await late.own(owner ?? {}, () => this.#call(values));
    if (owner === undefined) await this.rest();
    return intrinsics.restore();
  }

  /** Calls that nobody judges, each with arguments that were made before; false where one had to be ended, or never comes to an end. */
  async calls(bytes: Uint8Array, lists: readonly (readonly unknown[])[], around: Around): Promise<boolean> {
    const { intrinsics, late, pending } = this.#parts;
    this.#bytes = bytes;
    pending.mark();
    around.begin();
    const isBack = await this.#row(lists);
    around.end();
    await this.rest();
    intrinsics.restore();
    late.takeAll();
    return isBack;
  }

  /** What calls have set going comes to its end. */
  async rest(): Promise<void> {
    await nextTurn();
    await this.#parts.pending.rest(this.isPatient ? LATE_MS : undefined);
  }

  /** What all calls before have set going comes to its end. */
  async drain(): Promise<void> {
    await nextTurn();
    await this.#parts.pending.drain(LATE_MS);
  }

  /** A call that was ended by force: to make it once more would take as long again, and its error says where it was. */
  stopped(error: Error): RawFinding | undefined {
    this.changes = this.#parts.intrinsics.restore();
    return this.#judge.judge({ is: 'error', error });
  }

  /** A call that took too long, told without another one. */
  tooLong(settled: Settled & { readonly is: 'late' }): RawFinding | undefined {
    return settled.stopped === undefined ? this.#judge.judge(settled) : this.stopped(settled.stopped);
  }

  /** A call that does not come back; the error was made where it is. */
  stuck(error: Error): RawFinding {
    return this.#judge.stuck(error);
  }

  async #examine(args: () => readonly unknown[], before: string | undefined): Promise<RawFinding | undefined> {
    const { efforts, intrinsics, late, pending } = this.#parts;
    pin();
    const values = args();
    this.#judge.hear(values);
    pending.mark();
    const owner = {};
    // Most calls take next to nothing; whatever seems to take long is measured again before anything is said about it.
    for (const effort of efforts) effort.start(true);
    const first = await late.own(owner, () => this.#call(values));
    const took = efforts.map((effort) => effort.spent());
    const failed = this.#judge.judge(first);
    if (failed === undefined) await this.rest();
    else await nextTurn();
    this.changes = intrinsics.restore();
    if (failed !== undefined) return failed;
    // A failure may come of what the call has set going.
    if (late.any && !late.isTracking) {
      // It may come of another call that is long over.
      late.track();
      return this.#examine(args, before);
    }
    this.afterwards = late.takeOf(owner);
    if (this.afterwards !== undefined) return this.#judge.late(this.afterwards);
    if (this.changes.length > 0) return this.#changed(args);
    if (first.is !== 'value') return undefined;
    const slow = this.#growth(args(), took);
    if (slow !== undefined) return slow;
    const text = valueText(first.value);
    const changed = before === undefined ? undefined : this.#judge.compare(before, first);
    if (changed !== undefined) return changed;
    pinOtherwise();
    const second = await this.#call(args());
    pin();
    // The same call has left nothing behind a moment ago.
    intrinsics.restoreSeen();
    const differs = this.#judge.compare(text, second);
    if (differs !== undefined) return differs;
    return this.checkLaws(args, first.value);
  }

  /** Once more, to see which line it is. */
  async #changed(args: () => readonly unknown[]): Promise<RawFinding | undefined> {
    const { changes } = this;
    const worst = worstOf(changes);
    if (worst === undefined) return undefined;
    const trap = new WriteTrap(worst);
    pin();
    try {
      await this.#parts.late.own({}, () => this.#call(args()));
      await this.rest();
    } finally {
      trap.remove();
    }
    this.#parts.intrinsics.restore();
    return this.#judge.changed(changes, trap.error);
  }

  /** The laws alone, for a result that is at hand. */
  async checkLaws(args: () => readonly unknown[], value: unknown): Promise<RawFinding | undefined> {
    for (const law of this.#parts.target.laws) {
      const broken = await law(args(), value);
      if (broken !== undefined) return broken;
    }
    return undefined;
  }

  /** Only for targets of one text or one row of bytes that answer at once. */
  #growth([input, ...rest]: readonly unknown[], took: readonly number[]): RawFinding | undefined {
    if (rest.length > 0 || (typeof input !== 'string' && !(input instanceof Uint8Array))) return undefined;
    for (const [index, effort] of this.#parts.efforts.entries()) {
      const finding = growthOf(input, took[index] ?? 0, effort, (piece) => this.#spentOn(piece, effort));
      if (finding !== undefined) return finding;
    }
    return undefined;
  }

  /** How long it took counts, not what came of it; what answers later took nothing. */
  #spentOn(piece: string | Uint8Array, effort: Effort): number {
    const { target, begin, end } = this.#parts;
    const { call } = target;
    const values = [typeof piece === 'string' ? piece : Buffer.from(piece)];
    begin(this.#bytes);
    effort.start();
    let spent = 0;
    try {
      const value = call(...values);
      if (isThenable(value)) value.then(undefined, () => undefined);
      else spent = effort.spent();
    } catch {
      spent = effort.spent();
    }
    end();
    return spent;
  }

  /** Calls that answer at once begin and end together: what surrounds a call takes longer than a short one does. */
  async #row(lists: readonly (readonly unknown[])[]): Promise<boolean> {
    const { begin, end, ended, pending, target } = this.#parts;
    const { call } = target;
    let at = 0;
    while (at < lists.length) {
      begin(this.#bytes);
      let later: PromiseLike<unknown> | undefined;
      for (; at < lists.length && later === undefined; at += 1) {
        try {
          const value = call(...(lists[at] ?? []));
          if (isThenable(value)) later = value;
        } catch {
          // What comes of a call is nothing to whoever measures what it costs.
        }
      }
      const isBack = later === undefined || cameBack(await pending.wait(later));
      pending.done();
      end();
      if (!isBack || ended() !== undefined) return false;
    }
    return true;
  }

  async #call(values: readonly unknown[]): Promise<Settled> {
    const { target, pending, begin, end } = this.#parts;
    begin(this.#bytes);
    try {
      // Called without its owner, so that its frame has its own name.
      const { call } = target;
      const value = call(...values);
      const settled: Settled = isThenable(value) ? await pending.wait(value) : { is: 'value', value };
      const ended = this.#parts.ended();
      return ended === undefined ? settled : { is: 'error', error: ended };
    } catch (error) {
      return { is: 'error', error: this.#parts.ended() ?? error };
    } finally {
      pending.done();
      end();
    }
  }
}
