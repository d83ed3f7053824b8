/** Law: the memory model is arithmetic with known results, and its leak policy is a table. */
import { describe, expect, test } from 'vitest';
import type { MemoryOptions } from '../../src/trace/summary.ts';
import { eventsNamed, runSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';

const alloc = (bytes: number, key?: string): StepRecord => ({ type: 'memory_alloc', bytes, ...(key === undefined ? {} : { key }) });

function effective(steps: readonly StepRecord[], memory: Partial<MemoryOptions> = {}): readonly unknown[] {
  return eventsNamed(runSteps(steps, { memory }), 'memory_alloc').map((event) => event.fields['effective_bytes']);
}

describe('effective sizes', () => {
  const three = [alloc(200_000), alloc(200_000), alloc(200_000)];

  test('under seed 7 and wave 1,2,4 are 224000, 480000, 1008000, by steps and by options', () => {
    const steps = [{ type: 'memory_fragmentation', seed: 7 }, { type: 'memory_pressure_wave', pattern: '1,2,4' }, ...three];
    expect(effective(steps)).toEqual([224_000, 480_000, 1_008_000]);
    expect(effective(three, { fragmentation_seed: '7', pressure_wave: '1,2,4' })).toEqual([224_000, 480_000, 1_008_000]);
  });

  test('follow a wave by the number of the attempt, failed attempts included', () => {
    const wave = { type: 'memory_pressure_wave', pattern: '1,2,4' };
    expect(effective([alloc(10), wave, alloc(10), alloc(10), alloc(10)])).toEqual([10, 20, 40, 10]);
    // Rolled back, so the attempt inside the block does not count.
    const refused = { type: 'assert_throws', steps: [{ type: 'memory_limit_mb', mb: 0 }, alloc(10)] };
    expect(effective([wave, refused, alloc(10)])).toEqual([10, 10]);
  });

  test('that would pass 2^53-1 are a failed allocation', () => {
    expect(verdictOf(runSteps([{ type: 'memory_pressure_wave', pattern: '4' }, alloc(2 ** 53 - 1)]))).toEqual([
      'fail',
      'checker/memory_alloc_failed',
    ]);
    expect(verdictOf(runSteps([alloc(2 ** 53 - 1), alloc(1)]))).toEqual(['fail', 'checker/memory_alloc_failed']);
  });
});

describe('limits', () => {
  test('refuse what passes the ceiling and admit what meets it', () => {
    const limit = { type: 'memory_limit_mb', mb: 1 };
    const mega = 1024 * 1024;
    expect(verdictOf(runSteps([limit, alloc(mega, 'k'), { type: 'memory_free', key: 'k' }]))).toEqual(['pass']);
    const over = runSteps([limit, alloc(mega + 1)]);
    expect([verdictOf(over), over.findings[0]?.location?.details]).toMatchObject([
      ['fail', 'checker/memory_alloc_failed'],
      { reason: 'limit_mb' },
    ]);
  });

  test('come before the count of attempts, which counts from the start of the run', () => {
    const after = { type: 'memory_fail_after_allocs', count: 1 };
    expect(runSteps([alloc(1), after, alloc(1)]).findings[0]?.location?.details).toMatchObject({ reason: 'fail_after_allocs' });
    expect(runSteps([alloc(1), after, { type: 'memory_limit_mb', mb: 0 }, alloc(1)]).findings[0]?.location?.details).toMatchObject({
      reason: 'limit_mb',
    });
  });

  test('tell by options whether they ever fired', () => {
    const { faults } = runSteps([alloc(1, 'k'), { type: 'memory_free', key: 'k' }], { memory: { limit_mb: 1, fail_after_allocs: 9 } });
    expect(faults).toMatchObject([
      { type: 'memory_limit_mb', armed: true, fired: false, count: 0 },
      { type: 'memory_fail_after_allocs', armed: true, fired: false, count: 0 },
    ]);
  });
});

describe('freeing', () => {
  test('needs a live allocation, named by id or by a key that holds one', () => {
    const [free, twice] = [
      { type: 'memory_free', key: 'k' },
      { type: 'memory_free', alloc_id: 1 },
    ];
    expect(verdictOf(runSteps([alloc(1, 'k'), free, twice]))).toEqual(['fail', 'checker/memory_free_missing']);
    expect(verdictOf(runSteps([free]))).toEqual(['fail', 'checker/memory_free']);
    expect(verdictOf(runSteps([{ type: 'set_kv', key: 'k', value: 'no id' }, free]))).toEqual(['fail', 'checker/memory_free']);
    expect(verdictOf(runSteps([{ type: 'memory_free', alloc_id: 0 }]))).toEqual(['fail', 'checker/memory_free_missing']);
  });
});

describe('leaks', () => {
  const cases: readonly (readonly [number, Partial<MemoryOptions>, readonly string[]])[] = [
    [0, {}, ['pass']],
    [0, { fail_on_leak: true }, ['pass']],
    [10, {}, ['fail', 'checker/memory_leak']],
    [10, { fail_on_leak: true }, ['fail', 'checker/memory_leak']],
    [10, { leak_budget_bytes: 10 }, ['pass']],
    [10, { leak_budget_bytes: 9 }, ['fail', 'checker/memory_leak_budget']],
    [10, { leak_budget_bytes: 0 }, ['fail', 'checker/memory_leak_budget']],
    [10, { leak_budget_bytes: 10, fail_on_leak: true }, ['fail', 'checker/memory_leak']],
    [10, { leak_budget_bytes: 9, fail_on_leak: true }, ['fail', 'checker/memory_leak', 'checker/memory_leak_budget']],
  ];

  test.each(cases)('of %d bytes under %j end with %j', (bytes, memory, verdict) => {
    expect(verdictOf(runSteps([alloc(bytes)], { memory }))).toEqual(verdict);
  });

  test('do not change a run that failed for another reason', () => {
    expect(verdictOf(runSteps([alloc(10), { type: 'fail', message: 'x' }]))).toEqual(['fail', 'assertion/fail']);
  });

  test('are counted in the summary', () => {
    const { memory } = runSteps([
      alloc(10, 'a'),
      alloc(5),
      { type: 'memory_free', key: 'a' },
      { type: 'assert_throws', steps: [{ type: 'memory_limit_mb', mb: 0 }, alloc(7)] },
    ]);
    expect(memory?.summary).toEqual({
      allocCount: 2,
      freeCount: 1,
      failedAllocCount: 0,
      inUseBytes: 5,
      peakBytes: 15,
      leakedBytes: 5,
      leakedAllocs: 1,
    });
  });
});

test('tracking makes a report without any memory step, and without it there is none', () => {
  const steps = [{ type: 'set_kv', key: 'k', value: 'v' }];
  expect(runSteps(steps).memory).toBeUndefined();
  expect(runSteps(steps, { memory: { track: true } }).memory?.summary).toMatchObject({ allocCount: 0, leakedBytes: 0 });
});

test('call sites tell steps, keys and tags apart, and are the same in every run', () => {
  const steps = [alloc(1, 'a'), alloc(1, 'b'), { ...alloc(1, 'a'), tag: 't' }, { type: 'repeat', times: 2, steps: [alloc(1)] }];
  const sites = () => eventsNamed(runSteps(steps), 'memory_alloc').map((event) => event.fields['callsite_hash']);
  expect(new Set(sites()).size).toBe(4);
  expect(sites()).toEqual(sites());
});
