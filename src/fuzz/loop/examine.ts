/**
 * One execution with everything looked at: full stacks, late failures, what it left behind in the language, whether it does the same
 * again, and the laws it has to obey. The loop comes here when something is suspicious; replays and the shrinker always do.
 */
import type { Intrinsics } from '../oracle/intrinsics.ts';
import { changesFinding } from '../oracle/changes-finding.ts';
import { findingOf } from '../oracle/bucket.ts';
import { type Echoed, textsIn } from '../oracle/echoes.ts';
import type { Effort } from '../oracle/effort.ts';
import { growthOf } from '../oracle/growth.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import { valueText } from '../oracle/value-text.ts';
import { pin, pinOtherwise } from '../target/pinned-world.ts';
import { ExitCalled } from '../target/process-ends.ts';
import { OutOfFuel } from '../../sim/load/sites.ts';
import type { LateFailures } from './late-failures.ts';
import { cameBack, type Pending, type Settled } from './pending.ts';
import { isThenable, nextTurn } from './promises.ts';
import type { TargetParts } from './target-parts.ts';

const FRAMES = 64;
const TOLD_MAX = 120;

export interface ExamineParts {
  readonly target: TargetParts;
  readonly pending: Pending;
  readonly intrinsics: Intrinsics;
  readonly late: LateFailures;
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
  #bytes: Uint8Array = new Uint8Array(0);
  #texts: readonly string[] = [];

  constructor(parts: ExamineParts) {
    this.#parts = parts;
  }

  /** `args` makes fresh arguments for every call; `earlier` is what such a call came to before, if it came to anything. */
  async examine(bytes: Uint8Array, args: () => readonly unknown[], earlier?: Settled): Promise<RawFinding | undefined> {
    this.#bytes = bytes;
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    try {
      return await this.#examine(args, earlier);
    } finally {
      Error.stackTraceLimit = limit;
    }
  }

  /** Calls that nobody judges, each with arguments that were made before; false where one had to be ended, or never comes to an end. */
  async calls(bytes: Uint8Array, lists: readonly (readonly unknown[])[], around: Around): Promise<boolean> {
    const { intrinsics, late, pending } = this.#parts;
    this.#bytes = bytes;
    pending.mark();
    let isBack = true;
    around.begin();
    for (const values of lists) {
      isBack = cameBack(await this.#call(values));
      if (!isBack) break;
    }
    around.end();
    await nextTurn();
    await pending.rest();
    intrinsics.restore();
    late.take();
    return isBack;
  }

  /** A call that was ended by force: to make it once more would take as long again, and its error says where it was. */
  stopped(error: Error): RawFinding | undefined {
    this.#parts.intrinsics.restore();
    this.#parts.late.take();
    return this.#judge({ is: 'error', error });
  }

  async #examine(args: () => readonly unknown[], earlier: Settled | undefined): Promise<RawFinding | undefined> {
    // Told before anything is called: what it gave may be something it still changes.
    const before = earlier?.is === 'value' ? valueText(earlier.value) : undefined;
    const { intrinsics, late } = this.#parts;
    pin();
    const values = args();
    this.#texts = textsIn(values);
    const { efforts, pending } = this.#parts;
    pending.mark();
    // Most calls take next to nothing; whatever seems to take long is measured again before anything is said about it.
    for (const effort of efforts) effort.start(true);
    const first = await this.#call(values);
    const took = efforts.map((effort) => effort.spent());
    await nextTurn();
    // A failure may come of what the call has set going.
    await pending.rest();
    const left = this.#leftBehind(intrinsics);
    const failed = this.#judge(first);
    if (failed !== undefined) {
      late.take();
      return failed;
    }
    const afterwards = late.take();
    if (afterwards !== undefined) return this.#late(afterwards);
    if (left !== undefined) return left;
    if (first.is !== 'value') return undefined;
    const slow = this.#growth(args(), took);
    if (slow !== undefined) return slow;
    const text = valueText(first.value);
    const changed = before === undefined ? undefined : this.#compare(before, first);
    if (changed !== undefined) return changed;
    pinOtherwise();
    const second = await this.#call(args());
    pin();
    // The same call has left nothing behind a moment ago.
    intrinsics.restoreSeen();
    const differs = this.#compare(text, second);
    if (differs !== undefined) return differs;
    return this.checkLaws(args, first.value);
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

  #judge(settled: Settled): RawFinding | undefined {
    const { target } = this.#parts;
    if (settled.is === 'never' || settled.is === 'late') return this.#hang(settled.is, undefined);
    if (settled.is === 'value')
      return target.isProperty && settled.value === false
        ? { kind: 'target_behavior', title: 'property_violated', message: 'the property returned false', bucket: 'returned false' }
        : undefined;
    const { error } = settled;
    if (error instanceof OutOfFuel) return this.#parts.tookMemory() ? this.#memory(error) : this.stuck(error);
    if (error instanceof ExitCalled) return this.#titled(error.title, error);
    if (target.isExpected(error)) return undefined;
    const told = target.toldBy?.(error);
    if (told !== undefined) return told;
    return target.isProperty
      ? this.#titled('property_violated', error)
      : findingOf(error, this.#stackOf(error), target.root, this.#echoed());
  }

  #titled(title: string, error: unknown): RawFinding {
    return { ...findingOf(error, this.#stackOf(error), this.#parts.target.root, this.#echoed()), title };
  }

  #echoed(): Echoed {
    return { inputs: this.#texts, literals: this.#parts.target.literals?.() ?? [] };
  }

  #memory(error: unknown): RawFinding {
    const stack = this.#stackOf(error);
    const { bucket } = this.#hang('busy', stack);
    const message = 'it took more and more memory and was ended before there was none left';
    return {
      kind: 'target_behavior',
      title: 'out_of_memory',
      message,
      bucket: `memory ${bucket}`,
      ...(stack === undefined ? {} : { stack }),
    };
  }

  /** A call that does not come back; the error was made where it is. */
  stuck(error: Error): RawFinding {
    const finding = this.#hang('busy', this.#stackOf(error));
    const place = this.#parts.target.stuckAt?.(error.stack ?? '') ?? [];
    return place.length === 0 ? finding : { ...finding, bucket: `hang \n${place.join('\n')}` };
  }

  #hang(why: 'never' | 'late' | 'busy', stack: string | undefined): RawFinding {
    const told =
      why === 'never'
        ? 'the promise it returned will never settle: nothing is under way that could settle it'
        : `it did not come back within ${this.#parts.hangTimeoutMs} ms`;
    const { bucket } = findingOf(new Error(why), stack, this.#parts.target.root);
    return {
      kind: 'hang',
      title: 'hang',
      message: told,
      bucket: `hang ${why === 'never' ? 'never' : ''}\n${bucket.split('\n').slice(2).join('\n')}`,
      ...(stack === undefined ? {} : { stack }),
    };
  }

  #late({ title, error }: { readonly title: 'unhandled_rejection' | 'uncaught_error'; readonly error: unknown }): RawFinding | undefined {
    if (error instanceof ExitCalled) return this.#titled(error.title, error);
    if (this.#parts.target.isExpected(error)) return undefined;
    return this.#titled(title, error);
  }

  #leftBehind(intrinsics: Intrinsics): RawFinding | undefined {
    return changesFinding(intrinsics.restore());
  }

  #compare(text: string, second: Settled): RawFinding | undefined {
    const again =
      second.is === 'value'
        ? valueText(second.value)
        : second.is === 'error'
          ? `an error: ${String(second.error).slice(0, TOLD_MAX)}`
          : 'nothing';
    if (again === text || second.is === 'late' || second.is === 'never') return undefined;
    return {
      kind: 'target_behavior',
      title: 'nondeterministic_result',
      message: `the same input gave ${cut(text)} and then ${cut(again)}: the result depends on time, random numbers or earlier calls`,
      bucket: 'nondeterministic',
    };
  }

  #stackOf(error: unknown): string | undefined {
    const { mapStack } = this.#parts.target;
    try {
      return error instanceof Error && typeof error.stack === 'string' ? withoutHost(mapStack(error.stack)) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** The frames below the target are those of a worker that hears a message. */
function withoutHost(stack: string): string {
  const lines = stack.split('\n');
  const last = lines.findLastIndex((line) => !/\(?node:internal|\[nodejs\.internal/u.test(line));
  return lines.slice(0, last + 1).join('\n');
}

function cut(text: string): string {
  return text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX)}…` : text;
}
