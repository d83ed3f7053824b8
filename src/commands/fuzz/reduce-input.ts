/** Reduces an input to what its failure needs: the one shrinker, with passes over bytes or over the text they stand for. */
import type { Minimised } from '../../campaign/shrink/minimise.ts';
import { minimise } from '../../campaign/shrink/minimise.ts';
import { bytePasses } from '../../fuzz/shrink/byte-passes.ts';
import { hexEncode } from '../../base/hex.ts';
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

export async function reduceInput({ inputs, bytes, raw, budgetMs, command }: ReduceJob, context: Context): Promise<Minimised<Uint8Array>> {
  const times = stopwatch();
  let toldMs = 0;
  let executed = 0;
  const search = minimise<Uint8Array>({
    start: bytes,
    passes: bytePasses(inputs.form === 'string'),
    keyOf: hexEncode,
    stop: () => (context.signal.aborted ? 'interrupted' : times().durationMs >= budgetMs ? 'budget' : undefined),
  });
  let step = search.next();
  while (step.done !== true) {
    const candidate = step.value;
    const { finding } = await inputs.examine(candidate);
    executed += 1;
    step = search.next(finding !== undefined && isSame(finding, raw) ? candidate : undefined);
    if (times().durationMs - toldMs < TELL_EVERY_MS) continue;
    toldMs = times().durationMs;
    context.progress(progressEvent(command, { event: 'tick', done: executed, detail: 'candidates' }));
  }
  return step.value;
}

function isSame(a: RawFinding, b: RawFinding): boolean {
  return a.title === b.title && a.bucket === b.bucket;
}
