import { expect, test } from 'vitest';
import { DecisionLog } from '../../decide/log.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Measuring } from '../../trace/profile/measured-run.ts';
import { apartGauge, type Limit, metricObjective } from './shrink-objective.ts';

const outcome: Outcome = {
  status: 'pass',
  findings: [],
  faults: [],
  memory: undefined,
  virtualTimeMs: 0,
  stepsExecuted: 0,
  log: new DecisionLog(),
  events: [],
  interrupted: false,
  mismatch: undefined,
  unusedDecisions: 0,
};

/** Judges runs that measure one value after the other; undefined where a run dies before it can say one. */
function judge(values: readonly (number | undefined)[], limit: Partial<Limit> = {}) {
  const runs: { measuring: Measuring | undefined } = { measuring: undefined };
  const objective = metricObjective(apartGauge('cpu_time', runs), { direction: 'increase', baseline: 100, isOfHost: true, ...limit });
  return values.map((cost) => {
    objective.begin();
    if (cost !== undefined) runs.measuring?.heard({ cost });
    return objective.holds(outcome);
  });
}

test('a measurement near the limit is not believed until another one agrees', () => {
  expect(judge([95, 96])).toEqual(['unsure', true]);
  expect(judge([80, 81])).toEqual(['unsure', false]);
  expect(judge([95, 80, 81])).toEqual(['unsure', 'unsure', false]);
});

test('one measurement far below what has to be kept is enough', () => {
  expect(judge([20])).toEqual([false]);
});

test('one that is high twice is believed, and the next candidate begins without votes', () => {
  expect(judge([300, 300, 95])).toEqual(['unsure', true, 'unsure']);
});

test('to keep a metric from growing, what is far above is given up at once', () => {
  expect(judge([200, 95, 90], { direction: 'decrease' })).toEqual([false, 'unsure', true]);
});

test('a run that dies before it can say what it cost keeps nothing', () => {
  expect(judge([undefined])).toEqual([false]);
});
