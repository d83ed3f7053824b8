/** Steps that wait, move the clock, stop it and let it go. */
import { renderDuration } from '../../base/duration.ts';
import { Kind } from '../../decide/kinds.ts';
import { type Family, waitUntil } from '../executor.ts';
import { failed } from '../failure.ts';

export const time: Family<'sleep' | 'advance' | 'freeze' | 'unfreeze'> = {
  sleep: (step, run, task) => {
    if (task.phase > 0 || step.durationMs === 0 || run.time.frozen) return undefined;
    return waitUntil(task, run.time.nowMs + step.durationMs, `a sleep of ${renderDuration(step.durationMs)}`);
  },
  advance: (step, run) => {
    if (!run.settings.det) return failed('checker', 'advance_requires_det', 'advance works only in deterministic mode; run with --det');
    if (run.time.frozen) return failed('checker', 'clock_frozen', 'the clock is frozen; unfreeze it before advance');
    run.decider.note1(Kind.advanceMs, step.durationMs);
    run.time.pass(step.durationMs);
    return undefined;
  },
  freeze: (step, run) => {
    const { atMs } = step;
    if (atMs !== undefined && atMs < run.time.nowMs) {
      const details = { a: String(atMs), b: String(run.time.nowMs) };
      return failed('checker', 'clock_backwards', `the clock stands at ${run.time.nowMs} ms and cannot go back to ${atMs} ms`, details);
    }
    if (atMs !== undefined) run.time.set(atMs);
    run.time.frozen = true;
    return undefined;
  },
  unfreeze: (_step, run) => {
    run.time.frozen = false;
    return undefined;
  },
};
