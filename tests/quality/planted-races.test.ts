/**
 * Ground truth for the finder and the shrinker: races planted among steps that have nothing to do
 * with them. Each must be found within a number of seeds from wherever the search starts, must
 * shrink to exactly the known minimum, and its repaired twin must hold under every schedule there is.
 */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { EnumerateSource } from '../../src/decide/enumerate.ts';
import { recordFirstFailure, recordIfFailing, shrinkRecorded } from '../support/recorded-steps.ts';
import { runSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';

interface Planted {
  readonly story: string;
  readonly racy: readonly JsonObject[];
  readonly twin: readonly StepRecord[];
  /** Seeds after which the race must have been found, wherever the search starts. */
  readonly seedsMax: number;
  readonly title: string;
  /** Types of the steps that are left, nested ones after the block that holds them. */
  readonly minimum: readonly string[];
  /** Picks that differ from the calm order. */
  readonly switches: number;
}

const set = (key: string, value: string) => ({ type: 'set_kv', key, value });
const noise = [set('color', 'blue'), { type: 'sleep', duration: '3ms' }, { type: 'rand_u64', key: 'dice' }];
const race = (tasks: Readonly<Record<string, readonly JsonObject[]>>) => ({
  type: 'parallel',
  tasks: Object.entries(tasks).map(([name, steps]) => ({ name, steps })),
});

const planted: readonly Planted[] = [
  {
    story: 'a lost update',
    racy: [
      ...noise,
      set('n', '0'),
      race({
        a: [set('a_read', '${n}'), set('mood', 'calm'), set('n', '${a_read}a'), set('a_shows', '${n}')],
        b: [set('b_read', '${n}'), set('n', '${b_read}b'), set('mood', 'busy')],
      }),
      ...noise,
      { type: 'assert_ne_str', a: '${a_shows} ${n}', b: '0a 0b' },
    ],
    twin: [
      set('n', '0'),
      race({ a: [set('n', '${n}a'), set('a_shows', '${n}')], b: [set('n', '${n}b')] }),
      { type: 'assert_ne_str', a: '${a_shows} ${n}', b: '0a 0b' },
    ],
    seedsMax: 40,
    title: 'assert_ne_str',
    minimum: ['set_kv', 'parallel', 'set_kv', 'set_kv', 'set_kv', 'set_kv', 'set_kv', 'assert_ne_str'],
    switches: 2,
  },
  {
    story: 'a seat sold twice',
    racy: [
      set('seats', '1'),
      ...noise,
      race({
        alice: [set('alice_saw', '${seats}'), set('seats', 'alice'), set('alice_has', '${seats}')],
        bob: [...noise.slice(0, 1), set('bob_saw', '${seats}'), set('seats', 'bob'), set('bob_has', '${seats}')],
      }),
      { type: 'assert_ne_str', a: '${alice_saw}${alice_has} ${bob_saw}${bob_has}', b: '1alice 1bob' },
    ],
    twin: [
      set('seats', '1'),
      race({
        alice: [set('seats', '${seats}alice'), set('alice_has', '${seats}')],
        bob: [set('seats', '${seats}bob'), set('bob_has', '${seats}')],
      }),
      { type: 'assert_ne_str', a: '${alice_has} ${bob_has}', b: '1alice 1bob' },
    ],
    seedsMax: 40,
    title: 'assert_ne_str',
    minimum: ['set_kv', 'parallel', 'set_kv', 'set_kv', 'set_kv', 'set_kv', 'set_kv', 'set_kv', 'assert_ne_str'],
    switches: 1,
  },
  {
    story: 'a reader between two writes that belong together',
    racy: [
      set('low', '0'),
      ...noise,
      race({ writer: [set('high', '1'), ...noise, set('low', '1')], reader: [set('saw_high', '${high}'), set('saw_low', '${low}')] }),
      { type: 'assert_ne_str', a: '${saw_high}${saw_low}${low}', b: '101' },
    ],
    twin: [
      set('both', '00'),
      race({ writer: [set('both', '11')], reader: [set('saw', '${both}')] }),
      { type: 'assert_ne_str', a: '${saw}', b: '10' },
    ],
    seedsMax: 60,
    title: 'assert_ne_str',
    minimum: ['set_kv', 'parallel', 'set_kv', 'set_kv', 'set_kv', 'set_kv', 'assert_ne_str'],
    switches: 1,
  },
  {
    story: 'a use before the initialisation',
    racy: [...noise, race({ boot: [...noise, set('ready', 'yes')], user: [{ type: 'get_kv_assert', key: 'ready', equals: 'yes' }] })],
    twin: [set('ready', 'yes'), race({ boot: [set('log', 'up')], user: [{ type: 'get_kv_assert', key: 'ready', equals: 'yes' }] })],
    seedsMax: 10,
    title: 'get_kv_assert',
    minimum: ['parallel', 'set_kv', 'get_kv_assert'],
    // Without the boot step the calm order already fails: one more switch would be one too many.
    switches: 0,
  },
];

/** Starts of the search; each must find the race on its own. */
const STARTS = 30;

describe.each(planted)('$story', ({ racy, twin, seedsMax, title, minimum, switches }) => {
  test('is found within the stated number of seeds, wherever the search starts', () => {
    const needed = Array.from({ length: STARTS }, (_, start) => seedsUntil(racy, title, start * 1000, seedsMax));
    expect(needed.filter((count) => count === undefined)).toEqual([]);
  });

  test('shrinks to exactly its minimum', () => {
    const shrunk = shrinkRecorded(recordFirstFailure(racy, title));
    expect([shrunk.stoppedBy, typesOf(shrunk.steps)]).toEqual(['minimal', minimum]);
    expect(shrunk.best.openPicks.filter((answer) => answer !== 0)).toHaveLength(switches);
  });

  test('is gone from the twin under every schedule there is', () => {
    const source = new EnumerateSource();
    let schedules = 0;
    do {
      expect(verdictOf(runSteps(twin, { source }))).toEqual(['pass']);
      schedules += 1;
    } while (source.next());
    expect(schedules).toBeGreaterThan(1);
  });
});

function seedsUntil(steps: readonly JsonObject[], title: string, first: number, most: number): number | undefined {
  for (let count = 1; count <= most; count += 1) {
    if (recordIfFailing(steps, { seed: first + count })?.failure.title === title) return count;
  }
  return undefined;
}

function typesOf(steps: readonly JsonObject[]): readonly unknown[] {
  return steps.flatMap((step) => {
    const tasks = Array.isArray(step['tasks']) ? step['tasks'] : [];
    return [step['type'], ...tasks.flatMap((task: { readonly steps: readonly JsonObject[] }) => typesOf(task.steps))];
  });
}
