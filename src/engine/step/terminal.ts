/** Steps that end the scenario on purpose. */
import type { Family } from '../executor.ts';
import { failed } from '../failure.ts';

export const terminal: Family<'fail' | 'panic'> = {
  fail: (step, run) => failed('assertion', 'fail', run.text(step.message)),
  panic: (step, run) => failed('panic', 'panic', run.text(step.message)),
};
