/** Law: the reports of a run tell what took effect in it: nothing that was taken back, and nothing that did not happen. */
import { describe, expect, test } from 'vitest';
import { runSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';

const fail: StepRecord = { type: 'fail', message: 'on purpose' };
const throws = (...steps: readonly StepRecord[]): StepRecord => ({ type: 'assert_throws', steps });
const countsOf = (steps: readonly StepRecord[]): readonly (readonly [string | undefined, number])[] =>
  runSteps(steps).faults.map((fault) => [fault.stepPath, fault.count] as const);

describe('the fault report', () => {
  test('counts the messages a partition held back, and none after it was healed', () => {
    const send = { type: 'net_send', from: 'a', to: 'b', payload: 'x' };
    const cut = { type: 'net_partition', a: 'b', b: 'a' };
    const heal = { type: 'net_heal', a: 'a', b: 'b' };
    expect(countsOf([cut, send, heal, send, send])).toEqual([['/steps/0', 1]]);
    expect(countsOf([send, send, cut, send])).toEqual([['/steps/2', 3]]);
    expect(countsOf([cut, send, heal, cut, heal, cut])).toEqual([
      ['/steps/0', 1],
      ['/steps/3', 1],
      ['/steps/5', 1],
    ]);
    expect(countsOf([send, { type: 'net_deliver_one' }, cut])).toEqual([['/steps/2', 0]]);
  });

  test('credits the setting in force after a rollback, not the one that was taken back', () => {
    const limits = [
      { type: 'memory_limit_mb', mb: 1 },
      throws({ type: 'memory_limit_mb', mb: 0 }, { type: 'memory_alloc', bytes: 1 }),
      { type: 'memory_alloc', bytes: 2_000_000 },
    ];
    expect(countsOf(limits)).toEqual([
      ['/steps/0', 1],
      ['/steps/1/steps/0', 1],
    ]);
  });

  test('does not blame a limit for a sum that is too large for any limit', () => {
    const bytes = Number.MAX_SAFE_INTEGER;
    const steps = [
      { type: 'memory_limit_mb', mb: bytes },
      { type: 'memory_alloc', bytes },
      { type: 'memory_alloc', bytes },
    ];
    expect(countsOf(steps)).toEqual([['/steps/0', 0]]);
  });
});

test('the allocation budget does not count what was taken back', () => {
  const alloc = { type: 'memory_alloc', bytes: 60, key: 'm' };
  const steps = [throws(alloc, fail), alloc, { type: 'memory_free', key: 'm' }];
  expect(verdictOf(runSteps(steps, { memory: { heap_alloc_budget_bytes: 100 } }))).toEqual(['pass']);
  expect(verdictOf(runSteps([...steps, ...steps], { memory: { heap_alloc_budget_bytes: 100 } }))).toEqual([
    'pass',
    'checker/heap_alloc_budget',
  ]);
});
