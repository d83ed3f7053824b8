/** What the outcome of a call means: whether it is a failure, and which failures are the same one. */
import { changesFinding, worstOf } from '../oracle/changes-finding.ts';
import { findingOf, projectFrames } from '../oracle/bucket.ts';
import { type Echoed, textsIn } from '../oracle/echoes.ts';
import type { Change } from '../oracle/intrinsics.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import { valueText } from '../oracle/value-text.ts';
import { ExitCalled } from '../target/process-ends.ts';
import { OutOfFuel } from '../../sim/load/sites.ts';
import type { LateFailure } from './late-failures.ts';
import type { Settled } from './pending.ts';
import type { TargetParts } from './target-parts.ts';

const TOLD_MAX = 120;
const FRAMES_TOLD = 3;

export interface JudgeParts {
  readonly target: TargetParts;
  readonly hangTimeoutMs: number;
  /** Whether the call was ended because of the memory it took. */
  readonly tookMemory: () => boolean;
}

export class Judge {
  readonly #parts: JudgeParts;
  #texts: readonly string[] = [];

  constructor(parts: JudgeParts) {
    this.#parts = parts;
  }

  /** What messages may repeat from now on. */
  hear(values: readonly unknown[]): void {
    this.#texts = textsIn(values);
  }

  judge(settled: Settled): RawFinding | undefined {
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

  late({ title, error }: Pick<LateFailure, 'title' | 'error'>): RawFinding | undefined {
    if (error instanceof ExitCalled) return this.#titled(error.title, error);
    if (this.#parts.target.isExpected(error)) return undefined;
    return this.#titled(title, error);
  }

  /** A call that does not come back; the error was made where it is. */
  stuck(error: Error): RawFinding {
    const finding = this.#hang('busy', this.#stackOf(error));
    const place = this.#parts.target.stuckAt?.(error.stack ?? '') ?? [];
    return place.length === 0 ? finding : { ...finding, bucket: `hang \n${place.join('\n')}` };
  }

  /** `written` was made where the worst of the changes was. */
  changed(changes: readonly Change[], written: Error | undefined): RawFinding | undefined {
    const { target } = this.#parts;
    const key = worstOf(changes)?.key;
    const isNamed = typeof key === 'string' && target.isAssigned?.(key) === true;
    const stack = written === undefined ? undefined : this.#stackOf(written);
    // However deep a recursion went, it is the same place.
    const frames = stack === undefined ? [] : [...new Set(projectFrames(stack, target.root))].slice(0, FRAMES_TOLD);
    return changesFinding(changes, { frames, isNamed, ...(stack === undefined ? {} : { stack }) });
  }

  /** Whether the same call has given the same once more. */
  compare(text: string, second: Settled): RawFinding | undefined {
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
