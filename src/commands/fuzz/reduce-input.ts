/** Reduces an input to what its failure needs: the one shrinker, with passes over bytes or over the text they stand for. */
import { type Minimised, type MinimiseOptions, minimise } from '../../campaign/shrink/minimise.ts';
import { repeated, repetitionIn } from '../../fuzz/oracle/growth.ts';
import { bytePasses } from '../../fuzz/shrink/byte-passes.ts';
import { hexEncode } from '../../base/hex.ts';
import { encodeChoices } from '../../fuzz/input/choice-codec.ts';
import type { ChoiceSequence } from '../../fuzz/input/choice-sequence.ts';
import { shrinkChoices } from '../../fuzz/input/shrink/shrink-choices.ts';
import type { FormName } from '../../fuzz/worker/protocol.ts';
import type { RawFinding } from '../../fuzz/oracle/raw-finding.ts';
import type { Examined, SingleInputs } from '../../fuzz/worker/single-inputs.ts';
import { progressEvent } from '../../report/progress.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';

export interface ReduceJob {
  readonly inputs: SingleInputs;
  readonly bytes: Uint8Array;
  /** Undefined for an input nothing fails with, and that must go on to be one. */
  readonly raw: RawFinding | undefined;
  readonly budgetMs: number;
  readonly command: 'fuzz' | 'shrink' | 'explain';
  readonly objective?: InputObjective | undefined;
}

/** Something about an input, besides how it fails, that every smaller one must keep. */
export interface InputObjective {
  holds(inputs: SingleInputs, bytes: Uint8Array): Promise<boolean>;
}

const TELL_EVERY_MS = 200;

/** A candidate may take so many times as long as the input it came from did, and no less than this. */
const SLOWER_MAX = 8;
const LIMIT_MIN_MS = 250;
/** What hangs is longer again, by these factors, if it has become so short that it comes back after a while. */
const LONGER = [1.25, 1.5, 2, 4];

export async function reduceInput(job: ReduceJob, context: Context): Promise<Minimised<Uint8Array>> {
  const times = stopwatch();
  const isHang = job.raw?.title === 'hang';
  if (!isHang) await job.inputs.examine(job.bytes);
  // What does not come back need not be waited for again and again: that a candidate is far slower than anything that comes back is enough.
  const limitMs = isHang ? LIMIT_MIN_MS : Math.max(LIMIT_MIN_MS, times().durationMs * SLOWER_MAX);
  const inputs = job.inputs.within(limitMs);
  try {
    const reduced = await reduceWithin({ ...job, inputs }, context);
    return isHang ? await lastingHang(reduced, job) : reduced;
  } finally {
    await inputs.close();
  }
}

/** The small input, or one with more of what it repeats, that does not come back within the whole limit either. */
async function lastingHang(reduced: Minimised<Uint8Array>, { inputs, raw, bytes }: ReduceJob): Promise<Minimised<Uint8Array>> {
  const { best } = reduced;
  const isLasting = async (candidate: Uint8Array): Promise<boolean> => {
    const { finding } = await inputs.examine(candidate);
    return isAlike(finding, raw);
  };
  if (await isLasting(best)) return reduced;
  const run = inputs.form === 'choices' ? undefined : repetitionIn(best);
  for (const factor of run === undefined ? [] : LONGER) {
    const longer = run === undefined ? best : repeated(best, run, Math.ceil(run.times * factor));
    if (longer.length < bytes.length && (await isLasting(longer))) return { ...reduced, best: longer, stoppedBy: 'budget' };
  }
  return { ...reduced, best: bytes, stoppedBy: 'budget' };
}

async function reduceWithin(job: ReduceJob, context: Context): Promise<Minimised<Uint8Array>> {
  const { inputs, bytes, raw, budgetMs, command, objective } = job;
  const times = stopwatch();
  let toldMs = 0;
  let executed = 0;
  const { draws } = await inputs.examine(bytes);
  const search = candidatesOf(inputs.form, bytes, draws, () =>
    context.signal.aborted ? 'interrupted' : times().durationMs >= budgetMs ? 'budget' : undefined,
  );
  let step = search.next();
  while (step.done !== true) {
    const { finding, ...understood } = await inputs.examine(step.value);
    executed += 1;
    const isKept = isAlike(finding, raw) && (objective === undefined || (await objective.holds(inputs, step.value)));
    step = search.next(isKept ? understood : undefined);
    if (times().durationMs - toldMs < TELL_EVERY_MS) continue;
    toldMs = times().durationMs;
    context.progress(progressEvent(command, { event: 'tick', done: executed, detail: 'candidates' }));
  }
  return step.value;
}

/** A candidate as it was understood: of a structured one also its draws with their bounds. */
type Understood = Pick<Examined, 'bytes' | 'draws'>;
type Candidates = Generator<Uint8Array, Minimised<Uint8Array>, Understood | undefined>;

function candidatesOf(
  form: FormName,
  start: Uint8Array,
  draws: ChoiceSequence | undefined,
  stop: MinimiseOptions<Uint8Array>['stop'],
): Candidates {
  return draws === undefined
    ? plain(minimise({ start, passes: bytePasses(form === 'string'), keyOf: hexEncode, stop }))
    : encoded(draws, stop);
}

function* plain(search: Generator<Uint8Array, Minimised<Uint8Array>, Uint8Array | undefined>): Candidates {
  let step = search.next();
  while (step.done !== true) {
    const understood = (yield step.value)?.bytes;
    // What is no text is read as one, and that may be longer than what it was made of.
    step = search.next(understood !== undefined && understood.length <= step.value.length ? understood : undefined);
  }
  return step.value;
}

/** Candidates of structured inputs travel in their stored form, and come back with their bounds. */
function* encoded(start: ChoiceSequence, stop: MinimiseOptions<Uint8Array>['stop']): Candidates {
  const search = shrinkChoices(start, stop);
  let step = search.next();
  while (step.done !== true) step = search.next((yield encodeChoices(step.value))?.draws);
  return { ...step.value, best: encodeChoices(step.value.best) };
}

function isAlike(found: RawFinding | undefined, raw: RawFinding | undefined): boolean {
  return found === undefined || raw === undefined ? found === raw : isSame(found, raw);
}

export function isSame(a: RawFinding, b: RawFinding): boolean {
  return a.title === b.title && a.bucket === b.bucket;
}
