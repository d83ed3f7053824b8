/** Drives the shrinker within its budget: lets the event loop turn, tells progress, and hears signals between candidates. */
import { type Minimised, type MinimiseOptions, minimise } from '../../campaign/shrink/minimise.ts';
import { progressEvent } from '../../report/progress.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';

/** Short enough that a signal is heard at once, long enough to cost nothing. */
const BREATH_MS = 50;

export async function searchWithin<C>(
  options: Omit<MinimiseOptions<C>, 'stop'> & { readonly attempt: (candidate: C) => C | undefined },
  budgetMs: number,
  context: Context,
): Promise<Minimised<C>> {
  const times = stopwatch();
  let breathAtMs = BREATH_MS;
  const stop = () => (context.signal.aborted ? 'interrupted' : times().durationMs >= budgetMs ? 'budget' : undefined);
  const search = minimise({ ...options, stop });
  let executed = 0;
  let step = search.next();
  while (step.done !== true) {
    step = search.next(options.attempt(step.value));
    executed += 1;
    if (times().durationMs < breathAtMs) continue;
    context.progress(progressEvent('shrink', { event: 'tick', done: executed, detail: 'candidates' }));
    await new Promise((resume) => setImmediate(resume));
    breathAtMs = times().durationMs + BREATH_MS;
  }
  return step.value;
}
