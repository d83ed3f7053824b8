/** What a worker measures of its target, and what it may ask the clock: nothing in a search that has to be the same every time. */
import { type Effort, stepEffort, timeEffort } from '../oracle/effort.ts';
import { slowTextsFor } from '../oracle/slow-expression.ts';
import type { WorkerOrder } from './protocol.ts';

/** For all expressions of a target together. */
const EXPRESSIONS_BUDGET_MS = 2000;

/** Our own, before the target can replace it. */
export const now = performance.now.bind(performance);

/** Steps are the same every time; a search that has to be so measures nothing else. */
export function effortsOf({ isTimed }: WorkerOrder): readonly Effort[] {
  return isTimed ? [stepEffort(), timeEffort(now)] : [stepEffort()];
}

/** What expressions take long for can only be told by the clock. */
export function slowTextsOf({ isTimed, maxInputBytes }: WorkerOrder): (expression: RegExp) => readonly string[] {
  let spentMs = 0;
  return (expression) => {
    if (!isTimed || spentMs > EXPRESSIONS_BUDGET_MS) return [];
    const startMs = now();
    const texts = slowTextsFor(expression, maxInputBytes, now);
    spentMs += now() - startMs;
    return texts;
  };
}
