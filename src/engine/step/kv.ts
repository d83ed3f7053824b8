/** Steps on the key-value store, polling ones included. */
import { cutValue } from '../../base/cut-text.ts';
import { type TextMatch, textMatches } from '../../base/text-match.ts';
import { type Family, type StepOf, waitUntil } from '../executor.ts';
import { failed } from '../failure.ts';
import type { Stage } from '../stage.ts';
import type { StepEnd } from '../step-end.ts';
import type { Task } from '../task.ts';
import { matchText, tellMatch } from './expectation.ts';
import { ownMessage } from './values.ts';

export const kv: Family<'set_kv' | 'get_kv_assert' | 'assert_eventually_kv' | 'assert_never_kv'> = {
  set_kv: (step, run) => {
    run.world.kv.set(step.key, run.text(step.value));
    return undefined;
  },
  get_kv_assert: (step, run) => {
    const match = step.equals === undefined ? undefined : run.match(step.equals);
    const value = run.world.kv.get(step.key);
    if (step.isNull) {
      if (value === undefined) return undefined;
      return failed('assertion', 'get_kv_assert', `expected "${step.key}" to be absent, it holds "${cutValue(value)}"`, {
        a: null,
        b: value,
      });
    }
    if (value === undefined)
      return failed('assertion', 'get_kv_assert', `expected "${step.key}" to exist, it was never set`, { a: step.key, b: null });
    if (match === undefined || textMatches(match, value)) return undefined;
    const message = `expected "${step.key}" to be ${tellMatch(match)}, it holds "${cutValue(value)}"`;
    return failed('assertion', 'get_kv_assert', message, { a: matchText(match), b: value });
  },
  assert_eventually_kv: (step, run, task) => poll(step, run, task),
  assert_never_kv: (step, run, task) => poll(step, run, task),
};

interface Poll {
  /** What the window is about stays what it was when the step started, whatever other tasks write meanwhile. */
  readonly match: TextMatch;
  readonly msg: string | undefined;
  readonly deadlineMs: number;
  /** Evaluations left: the window ends even when the clock is frozen. */
  left: number;
}

/** Looks at the start, after each poll and once at the end of the window. */
function poll(step: StepOf<'assert_eventually_kv' | 'assert_never_kv'>, run: Stage, task: Task): StepEnd {
  if (task.phase === 0) {
    task.memo = {
      match: run.match(step.equals),
      msg: ownMessage(run, step.msg),
      deadlineMs: run.time.nowMs + step.withinMs,
      left: Math.ceil(step.withinMs / step.pollMs) + 1,
    } satisfies Poll;
  }
  // Reason for the cast: the memo of this step is set above, in its first phase.
  const state = task.memo as Poll;
  const { match, msg } = state;
  const value = run.world.kv.get(step.key);
  const holds = value !== undefined && textMatches(match, value);
  const eventually = step.type === 'assert_eventually_kv';
  if (holds) {
    if (eventually) return undefined;
    const message = msg ?? `"${step.key}" must never be ${tellMatch(match)}, but it was`;
    return failed('assertion', step.type, message, { a: matchText(match), b: value });
  }
  state.left -= 1;
  if (state.left <= 0 || run.time.nowMs >= state.deadlineMs) {
    if (!eventually) return undefined;
    const found = value === undefined ? 'it was never set' : `it holds "${cutValue(value)}"`;
    const message = msg ?? `expected "${step.key}" to become ${tellMatch(match)} within ${step.withinMs} ms; ${found}`;
    return failed('assertion', step.type, message, { a: matchText(match), b: value ?? null });
  }
  return waitUntil(task, Math.min(run.time.nowMs + step.pollMs, state.deadlineMs), `the key "${step.key}"`);
}
