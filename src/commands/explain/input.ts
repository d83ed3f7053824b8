/**
 * Why one call of a function failed: which parts of its input the failure needs, and which of those could be something else. Parts are
 * left out by the one shrinker until none can go any more; then each of them is given other values.
 */
import { shellWord } from '../../base/shell-word.ts';
import { FozzyError } from '../../base/problem.ts';
import { ddmin } from '../../campaign/shrink/ddmin.ts';
import { type Minimised, minimise } from '../../campaign/shrink/minimise.ts';
import type { Offers } from '../../campaign/shrink/pass.ts';
import type { RawFinding } from '../../fuzz/oracle/raw-finding.ts';
import { type ExplainedInput, explainedInputText, type InputPart } from '../../report/explained-input.ts';
import { progressEvent } from '../../report/progress.ts';
import type { Finding } from '../../trace/finding.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult } from '../command.ts';
import type { Context } from '../context.ts';
import { fuzzFinding } from '../fuzz/fuzz-finding.ts';
import { openRecordedFuzz, type RecordedFuzz } from '../fuzz/recorded.ts';
import { isSame, reduceInput } from '../fuzz/reduce-input.ts';
import type { OpenedTrace } from '../open-trace.ts';
import { type InputParts, partsOf } from './input-parts.ts';

interface Asked {
  readonly opened: OpenedTrace;
  readonly failure: Finding;
  readonly selector: string;
  readonly budgetMs: number;
}

export async function explainInput({ opened, failure, selector, budgetMs }: Asked, context: Context): Promise<CommandResult> {
  context.progress(progressEvent('explain', { event: 'started' }));
  const recorded = await openRecordedFuzz(opened, context);
  try {
    const told = await explain(recorded, { opened, failure, selector, budgetMs }, context);
    context.progress(progressEvent('explain', { event: 'finished', status: 'fail' }));
    return {
      document: told,
      exitCode: 0,
      text: explainedInputText(told, { selector, style: { paint: context.paint, widthMax: context.columns } }),
    };
  } finally {
    await recorded.inputs.close();
  }
}

async function explain(recorded: RecordedFuzz, { opened, failure, budgetMs }: Asked, context: Context): Promise<ExplainedInput> {
  const { inputs, bytes, fuzz, place } = recorded;
  const { finding: raw } = await inputs.examine(bytes);
  if (raw === undefined || fuzzFinding(raw, '', place).fingerprint !== failure.fingerprint)
    throw new FozzyError('shrink_not_reproducible', `the call recorded in ${opened.path} does not fail any more in the way it did`, {
      hint: `\`fozzy replay ${shellWord(opened.path)}\` says what it does now`,
    });
  const search = new PartSearch(recorded, raw, budgetMs, context);
  const original = partsOf(inputs.form, bytes);
  const needed = original.only === undefined ? await search.simpler(bytes) : await search.needed(original);
  const parts = partsOf(inputs.form, needed.bytes);
  const shown = await inputs.examine(needed.bytes);
  const verdicts: InputPart[] = [];
  for (let at = 0; at < parts.count; at += 1)
    verdicts.push(await search.judge(parts, at, { position: needed.positions?.[at], value: shown.rendered }));
  if (context.signal.aborted)
    throw new FozzyError('interrupted', 'explain was interrupted; nothing was explained', { hint: 'run it again' });
  return {
    schemaVersion: 'fozzy.explain_input.v1',
    path: opened.path,
    runId: opened.decoded.document.summary.identity.runId,
    target: fuzz.target,
    finding: fuzzFinding(shown.finding ?? raw, shown.rendered, place),
    minimal: needed.minimal && verdicts.every(({ verdict }) => verdict !== 'untried'),
    unit: parts.unit,
    input: { value: fuzz.value, parts: original.count },
    needed: { value: shown.rendered, parts: verdicts },
    calls: search.calls,
  };
}

interface Needed {
  readonly bytes: Uint8Array;
  /** Where its parts stood in the recorded input. */
  readonly positions?: readonly number[];
  readonly minimal: boolean;
}

/** Calls the function again and again, within the budget. */
class PartSearch {
  calls = 0;
  readonly #recorded: RecordedFuzz;
  readonly #raw: RawFinding;
  readonly #budgetMs: number;
  readonly #context: Context;
  readonly #times = stopwatch();
  #toldMs = 0;

  constructor(recorded: RecordedFuzz, raw: RawFinding, budgetMs: number, context: Context) {
    this.#recorded = recorded;
    this.#raw = raw;
    this.#budgetMs = budgetMs;
    this.#context = context;
  }

  #stop(): 'budget' | 'interrupted' | undefined {
    return this.#context.signal.aborted ? 'interrupted' : this.#times().durationMs >= this.#budgetMs ? 'budget' : undefined;
  }

  async #fails(bytes: Uint8Array): Promise<boolean> {
    return (await this.#call(bytes)).fails;
  }

  async #call(bytes: Uint8Array): Promise<{ readonly fails: boolean; readonly rendered: string }> {
    const { finding, rendered } = await this.#recorded.inputs.examine(bytes);
    this.calls += 1;
    const nowMs = this.#times().durationMs;
    if (nowMs - this.#toldMs >= TELL_EVERY_MS) {
      this.#toldMs = nowMs;
      this.#context.progress(progressEvent('explain', { event: 'tick', done: this.calls, detail: 'calls' }));
    }
    return { fails: finding !== undefined && isSame(finding, this.#raw), rendered };
  }

  /** The parts without which the failure is gone, by their places. */
  async needed(parts: InputParts): Promise<Needed> {
    const { only = () => new Uint8Array() } = parts;
    const start = Array.from({ length: parts.count }, (_, at) => at);
    const pass = {
      name: 'parts',
      *offer(from: readonly number[]): Offers<readonly number[]> {
        yield* ddmin(from, from, (current, removed) => current.filter((at) => !removed.includes(at)));
      },
    };
    const search = minimise({ start, passes: [pass], keyOf: (kept) => kept.join(), stop: () => this.#stop() });
    let step: IteratorResult<readonly number[], Minimised<readonly number[]>> = search.next();
    while (step.done !== true) step = search.next((await this.#fails(only(step.value))) ? step.value : undefined);
    const { best, stoppedBy } = step.value;
    return { bytes: only(best), positions: best, minimal: stoppedBy === 'minimal' };
  }

  /** Structured inputs are reduced as a whole. */
  async simpler(bytes: Uint8Array): Promise<Needed> {
    const { inputs } = this.#recorded;
    const budgetMs = Math.max(0, this.#budgetMs - this.#times().durationMs);
    const { best, stoppedBy, candidates } = await reduceInput(
      { inputs, bytes, raw: this.#raw, budgetMs, command: 'explain' },
      this.#context,
    );
    this.calls += candidates;
    return { bytes: best, minimal: stoppedBy === 'minimal' };
  }

  /** `value` is the whole input as it is. */
  async judge(
    parts: InputParts,
    at: number,
    { position, value }: { readonly position: number | undefined; readonly value: string },
  ): Promise<InputPart> {
    const part = { text: parts.textOf(at), ...(position === undefined ? {} : { at: position }) };
    const does: string[] = [];
    let tried = 0;
    for (const { bytes, text } of parts.others(at)) {
      if (this.#stop() !== undefined) return { ...part, verdict: 'untried', others: does };
      const { fails, rendered } = await this.#call(bytes);
      // What is drawn otherwise need not make another value, and says nothing to anybody who does not see which one.
      if (parts.unit === 'draw' && (rendered === value || does.includes(rendered))) continue;
      tried += 1;
      if (fails) does.push(parts.unit === 'draw' ? rendered : text);
    }
    const verdict = does.length === 0 ? 'exact' : does.length === tried ? 'free' : 'some';
    return { ...part, verdict, others: does };
  }
}

const TELL_EVERY_MS = 200;
