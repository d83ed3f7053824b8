import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { recordFailure, recordFirstFailure, type ShrunkSteps, shrinkRecorded } from '../../../tests/support/recorded-steps.ts';
import { nodesOf } from './draft.ts';
import { without } from './remove-nodes.ts';
import { deviationsOf } from './steps-candidate.ts';
import { sizeOf } from './steps-shrink.ts';

function noise(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_, n) => ({ type: 'set_kv', key: `noise-${n}`, value: `value ${n}` }));
}

/** By brute force: without any single step, task or switch the failure is gone. */
function expectOneMinimal({ best, shrink }: ShrunkSteps): void {
  for (const node of nodesOf(best.draft)) {
    expect(shrink.attempt(without(best, [node])), `without ${node.origin}`).toBeUndefined();
  }
  for (const at of deviationsOf(best)) {
    const schedule = new Map(deviationsOf(best).flatMap((other) => (other === at ? [] : [[other, best.openPicks[other] ?? 0] as const])));
    expect(shrink.attempt({ ...best, schedule }), `calm at ${at}`).toBeUndefined();
  }
}

/** Two owners write the same key; whoever is overtaken sees the other's name. 30 steps. */
const race: readonly JsonObject[] = [
  ...noise(8),
  {
    type: 'parallel',
    tasks: [
      {
        name: 'a',
        steps: [
          ...noise(4),
          { type: 'set_kv', key: 'owner', value: 'a' },
          ...noise(3),
          { type: 'assert_eq_str', a: '${owner}', b: 'a' },
          ...noise(1),
        ],
      },
      { name: 'b', steps: [...noise(4), { type: 'set_kv', key: 'owner', value: 'b' }, ...noise(2)] },
      { name: 'c', steps: noise(2) },
    ],
  },
  ...noise(2),
];

describe('a race in parallel tasks', () => {
  test('shrinks to the two conflicting steps and one switch, whatever the seed', () => {
    for (const from of [0, 40, 80]) {
      const recorded = recordFirstFailure(race, 'assert_eq_str', {}, from);
      const shrunk = shrinkRecorded(recorded);
      expect(shrunk.stoppedBy).toBe('minimal');
      expect(shrunk.steps).toEqual([
        {
          type: 'parallel',
          tasks: [
            { name: 'a', steps: [{ type: 'assert_eq_str', a: '${owner}', b: 'a' }] },
            { name: 'b', steps: [{ type: 'set_kv', key: 'owner', value: '' }] },
          ],
        },
      ]);
      expect(sizeOf(shrunk.best)).toMatchObject({ steps: 3, picks: 1, faults: 0 });
      expect(shrunk.recorded.failure.fingerprint).toBe(recorded.failure.fingerprint);
      expectOneMinimal(shrunk);
    }
  });

  test('aggressively shrinks to the losing order without any concurrency', () => {
    const shrunk = shrinkRecorded(recordFirstFailure(race, 'assert_eq_str'), { aggressive: true });
    expect(shrunk.steps).toEqual([
      { type: 'set_kv', key: 'owner', value: '' },
      { type: 'assert_eq_str', a: '${owner}', b: 'a' },
    ]);
    expect(shrunk.recorded.failure.fingerprint).toBe(recordFirstFailure(race, 'assert_eq_str').failure.fingerprint);
  });

  test('by schedule alone keeps every step and needs no more switches than the race', () => {
    const recorded = recordFirstFailure(race, 'assert_eq_str');
    const shrunk = shrinkRecorded(recorded, { minimize: 'schedule' });
    expect(shrunk.steps).toEqual(recorded.scenario['steps']);
    expect(sizeOf(shrunk.best).picks).toBeLessThanOrEqual(2);
    expect(sizeOf(shrunk.best).picks).toBeLessThan(sizeOf(shrunk.shrink.start).picks);
  });
});

describe('other failures', () => {
  test('a leak shrinks to one allocation of one byte', () => {
    const shrunk = shrinkRecorded(
      recordFailure([
        ...noise(3),
        { type: 'memory_alloc', bytes: 64, key: 'kept' },
        { type: 'memory_alloc', bytes: 4096, key: 'lost', tag: 'buffer' },
        { type: 'memory_free', key: 'kept' },
        ...noise(3),
      ]),
    );
    expect(shrunk.steps).toEqual([{ type: 'memory_alloc', bytes: 1 }]);
    expectOneMinimal(shrunk);
  });

  test('a virtual timeout shrinks to the shortest sleep that crosses the deadline', () => {
    const steps = [{ type: 'sleep', duration: '200ms' }, ...noise(3), { type: 'sleep', duration: '10s' }, ...noise(2)];
    const shrunk = shrinkRecorded(recordFailure(steps, { settings: { timeoutMs: 1000 } }));
    expect(shrunk.steps).toEqual([{ type: 'sleep', duration: '1001ms' }]);
    expect(shrunk.recorded.failure).toMatchObject({ kind: 'hang', title: 'timeout' });
  });

  test('a failure inside a loop keeps just as many rounds as it needs', () => {
    const shrunk = shrinkRecorded(
      recordFailure([
        ...noise(2),
        {
          type: 'repeat',
          times: 10,
          index_key: 'round',
          steps: [...noise(2), { type: 'assert_ne_str', a: '${round}', b: '6' }, ...noise(1)],
        },
        ...noise(2),
      ]),
    );
    expect(shrunk.steps).toEqual([
      { type: 'repeat', times: 7, index_key: 'round', steps: [{ type: 'assert_ne_str', a: '${round}', b: '6' }] },
    ]);
    expectOneMinimal(shrunk);
  });

  test('a failure after an expected one does without it', () => {
    const expected = { type: 'assert_throws', steps: [...noise(2), { type: 'get_kv_assert', key: 'absent' }] };
    const shrunk = shrinkRecorded(recordFailure([...noise(2), expected, { type: 'panic', message: 'boom' }]));
    expect(shrunk.steps).toEqual([{ type: 'panic', message: 'boom' }]);
    expect(shrunk.recorded.failure.title).toBe('panic');
  });

  test('a block in which nothing fails keeps one harmless step', () => {
    const shrunk = shrinkRecorded(recordFailure([{ type: 'assert_throws', steps: noise(5) }]));
    expect(shrunk.steps).toEqual([{ type: 'assert_throws', steps: [{ type: 'set_kv', key: 'noise-0', value: '' }] }]);
    expectOneMinimal(shrunk);
  });

  test('random values become small where they do not matter, and just large enough where they do', () => {
    const steps = [
      { type: 'rand_u64', key: 'r' },
      { type: 'assert_eq_int', a: '${r}', b: 0, msg: 'a message nobody needs to shrink' },
    ];
    const shrunk = shrinkRecorded(recordFailure(steps.map((step) => (step.type === 'rand_u64' ? step : { ...step, b: 5 }))));
    expect(shrunk.best.answers).toContainEqual({ kind: 'rand_u64', name: '/steps/0', answer: { value: '0' } });
    const large = shrinkRecorded(recordFailure(steps));
    expect(large.best.answers).toContainEqual({ kind: 'rand_u64', name: '/steps/0', answer: { value: '1' } });
  });

  test('the step that judges keeps its own words', () => {
    const judge = { type: 'get_kv_assert', key: 'state', equals: 'a long expectation' };
    const shrunk = shrinkRecorded(recordFailure([{ type: 'set_kv', key: 'state', value: 'something else' }, judge]));
    expect(shrunk.steps).toEqual([judge]);
  });
});

describe('faults', () => {
  const steps: readonly JsonObject[] = [
    { type: 'net_partition', a: 'x', b: 'y' },
    { type: 'memory_limit_mb', mb: 1000 },
    { type: 'memory_fail_after_allocs', count: 2 },
    { type: 'memory_alloc', bytes: 10, key: 'a' },
    ...noise(2),
    { type: 'memory_alloc', bytes: 10, key: 'b' },
    { type: 'memory_alloc', bytes: 10, key: 'c' },
  ];

  test('only the ones that matter stay', () => {
    const shrunk = shrinkRecorded(recordFailure(steps));
    expect(shrunk.steps).toEqual([
      { type: 'memory_fail_after_allocs', count: 2 },
      { type: 'memory_alloc', bytes: 0 },
      { type: 'memory_alloc', bytes: 0 },
      { type: 'memory_alloc', bytes: 0 },
    ]);
    expect(sizeOf(shrunk.best).faults).toBe(1);
    expectOneMinimal(shrunk);
  });

  test('alone leave the input as it is', () => {
    const shrunk = shrinkRecorded(recordFailure(steps), { minimize: 'faults' });
    expect(shrunk.steps).toEqual(steps.slice(2));
  });

  test('stay where only the input is to be minimised', () => {
    const shrunk = shrinkRecorded(recordFailure(steps), { minimize: 'input' });
    expect(shrunk.steps.map((step) => step['type'])).toEqual([
      'net_partition',
      'memory_limit_mb',
      'memory_fail_after_allocs',
      'memory_alloc',
      'memory_alloc',
      'memory_alloc',
    ]);
  });

  test('a message that need not be lost is delivered again', () => {
    const lossy: readonly JsonObject[] = [
      { type: 'net_set_drop_rate', rate: 1 },
      ...['1', '2'].flatMap((payload) => [{ type: 'net_send', from: 'x', to: 'y', payload }, { type: 'net_deliver_one' }]),
      { type: 'net_set_drop_rate', rate: 0.5 },
      { type: 'fail', message: 'for another reason' },
    ];
    const recorded = recordFailure(lossy);
    expect(sizeOf(shrinkRecorded(recorded, { candidatesMax: 0 }).best).faults).toBe(4);
    expect(shrinkRecorded(recorded).steps).toEqual([{ type: 'fail', message: 'for another reason' }]);
  });
});

describe('the result', () => {
  test('shrunk again changes nothing', () => {
    const once = shrinkRecorded(recordFirstFailure(race, 'assert_eq_str'));
    const twice = shrinkRecorded(once.recorded);
    expect(twice.steps).toEqual(once.steps);
    expect(twice.recorded.decisions.toRecords()).toEqual(once.recorded.decisions.toRecords());
    expect([...twice.recorded.origins]).toEqual([...once.recorded.origins]);
    expect(twice.recorded.failure.fingerprint).toBe(once.recorded.failure.fingerprint);
  });

  test('without any budget is the recording itself, which still replays', () => {
    const recorded = recordFirstFailure(race, 'assert_eq_str');
    const shrunk = shrinkRecorded(recorded, { candidatesMax: 0 });
    expect(shrunk).toMatchObject({ stoppedBy: 'budget', candidates: 0, steps: recorded.scenario['steps'] });
    expect(shrunk.recorded.failure.fingerprint).toBe(recorded.failure.fingerprint);
  });

  test('stopped half way has the same failure and is no larger', () => {
    const recorded = recordFirstFailure(race, 'assert_eq_str');
    for (const candidatesMax of [1, 3, 7, 15]) {
      const shrunk = shrinkRecorded(recorded, { candidatesMax });
      expect(shrunk.recorded.failure.fingerprint).toBe(recorded.failure.fingerprint);
      expect(sizeOf(shrunk.best).steps).toBeLessThanOrEqual(sizeOf(shrunk.shrink.start).steps);
    }
  });

  test('names what there was to shrink', () => {
    expect([...shrinkRecorded(recordFailure([{ type: 'fail', message: 'x' }])).shrink.dimensions]).toEqual(['input']);
    expect(shrinkRecorded(recordFirstFailure(race, 'assert_eq_str'), { candidatesMax: 0 }).shrink.dimensions).toContain('schedule');
  });
});
