/** Reduces an input to what its failure needs: the one shrinker, with passes over bytes or over the text they stand for. */
import { type Minimised, type MinimiseOptions, minimise } from '../../campaign/shrink/minimise.ts';
import { bytePasses } from '../../fuzz/shrink/byte-passes.ts';
import { hexEncode } from '../../base/hex.ts';
import { decodeChoices, encodeChoices } from '../../fuzz/input/choice-codec.ts';
import type { ChoiceSequence } from '../../fuzz/input/choice-sequence.ts';
import { shrinkChoices } from '../../fuzz/input/shrink/shrink-choices.ts';
import type { FormName } from '../../fuzz/worker/protocol.ts';
import type { RawFinding } from '../../fuzz/oracle/raw-finding.ts';
import type { SingleInputs } from '../../fuzz/worker/single-inputs.ts';
import { progressEvent } from '../../report/progress.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';

export interface ReduceJob {
  readonly inputs: SingleInputs;
  readonly bytes: Uint8Array;
  readonly raw: RawFinding;
  readonly budgetMs: number;
  readonly command: 'fuzz' | 'shrink' | 'explain';
}

const TELL_EVERY_MS = 200;

export async function reduceInput(job: ReduceJob, context: Context): Promise<Minimised<Uint8Array>> {
  const { inputs, bytes, raw, budgetMs, command } = job;
  const times = stopwatch();
  let toldMs = 0;
  let executed = 0;
  const search = candidatesOf(inputs.form, bytes, () =>
    context.signal.aborted ? 'interrupted' : times().durationMs >= budgetMs ? 'budget' : undefined,
  );
  let step = search.next();
  while (step.done !== true) {
    const { finding, bytes: understood } = await inputs.examine(step.value);
    executed += 1;
    step = search.next(finding !== undefined && isSame(finding, raw) ? understood : undefined);
    if (times().durationMs - toldMs < TELL_EVERY_MS) continue;
    toldMs = times().durationMs;
    context.progress(progressEvent(command, { event: 'tick', done: executed, detail: 'candidates' }));
  }
  return step.value;
}

type Candidates = Generator<Uint8Array, Minimised<Uint8Array>, Uint8Array | undefined>;

function candidatesOf(form: FormName, start: Uint8Array, stop: MinimiseOptions<Uint8Array>['stop']): Candidates {
  const sequence = form === 'choices' ? decodeChoices(start) : undefined;
  return sequence === undefined
    ? minimise({ start, passes: bytePasses(form === 'string'), keyOf: hexEncode, stop })
    : encoded(sequence, stop);
}

/** Candidates of structured inputs travel in their stored form. */
function* encoded(start: ChoiceSequence, stop: MinimiseOptions<Uint8Array>['stop']): Candidates {
  const search = shrinkChoices(start, stop);
  let step = search.next();
  while (step.done !== true) {
    const kept: Uint8Array | undefined = yield encodeChoices(step.value);
    step = search.next(kept === undefined ? undefined : decodeChoices(kept));
  }
  return { ...step.value, best: encodeChoices(step.value.best) };
}

function isSame(a: RawFinding, b: RawFinding): boolean {
  return a.title === b.title && a.bucket === b.bucket;
}
