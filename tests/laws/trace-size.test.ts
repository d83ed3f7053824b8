/** Traces stay small, so that recording everything is affordable. */
import { describe, expect, test } from 'vitest';
import { runSubject, stepsSubject } from '../../src/campaign/steps-subject.ts';
import { worldFactory } from '../../src/commands/create-world.ts';
import { determinismHash } from '../../src/decide/determinism-hash.ts';
import { packLog } from '../../src/decide/log-codec.ts';
import { SeededSource } from '../../src/decide/seeded.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { parseScenario } from '../../src/scenario/parse-scenario.ts';
import { redactor } from '../../src/world/redact.ts';

function run(steps: readonly object[], seed: number): Outcome {
  const parsed = parseScenario(JSON.stringify({ version: 1, name: 'long', steps }), { strict: true });
  if (parsed.scenario?.variant !== 'steps') throw new Error(JSON.stringify(parsed.problems));
  const subject = stepsSubject({
    scenario: parsed.scenario,
    settings: {
      det: true,
      backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
      memory: { track: false, fail_on_leak: false, artifacts: false },
      file: 'long.fozzy.json',
      projectFile: 'long.fozzy.json',
    },
    createWorld: worldFactory(redactor([])),
  });
  return runSubject(subject, new SeededSource({ hi: 0, lo: seed }));
}

const worker = (name: string) => ({
  name,
  steps: [
    {
      type: 'repeat',
      times: 700,
      steps: [
        { type: 'set_kv', key: name, value: 'x' },
        { type: 'sleep', duration: '3ms' },
        { type: 'fs_write', path: `${name}.txt`, data: 'y' },
      ],
    },
  ],
});

const representative: readonly (readonly [string, readonly object[]])[] = [
  ['a loop', [{ type: 'repeat', times: 10_000, steps: [{ type: 'set_kv', key: 'k', value: 'v' }] }]],
  ['a race of four tasks', [{ type: 'parallel', tasks: ['a', 'b', 'c', 'd'].map(worker) }]],
  [
    'a lossy network with random delivery',
    [
      { type: 'net_set_drop_rate', rate: 0.1 },
      {
        type: 'repeat',
        times: 2_000,
        steps: [
          { type: 'net_send', from: 'a', to: 'b', payload: 'm' },
          { type: 'net_send', from: 'b', to: 'c', payload: 'm' },
          { type: 'net_deliver_one', strategy: 'random' },
        ],
      },
    ],
  ],
  [
    'random numbers in every other decision, some of them rolled back',
    [
      {
        type: 'repeat',
        times: 2_000,
        steps: [
          { type: 'rand_u64', key: 'n' },
          { type: 'assert_throws', steps: [{ type: 'rand_u64' }, { type: 'fail', message: 'x' }] },
        ],
      },
    ],
  ],
  [
    'allocations',
    [
      {
        type: 'repeat',
        times: 2_500,
        steps: [
          { type: 'memory_alloc', bytes: 64, key: 'p' },
          { type: 'memory_free', key: 'p' },
        ],
      },
    ],
  ],
];

describe.each(representative)('%s', (_name, steps) => {
  const outcome = run(steps, 7);

  test('of ten thousand decisions takes at most two bytes a decision', () => {
    expect(outcome.status).toBe('pass');
    expect(outcome.log.length).toBeGreaterThanOrEqual(10_000);
    expect(packLog(outcome.log, { hi: 0, lo: 7 }).data.length / outcome.log.length).toBeLessThanOrEqual(2);
  });

  test('has the same hash whenever it is run with the same seed', () => {
    const again = run(steps, 7);
    expect(determinismHash(again.log)).toBe(determinismHash(outcome.log));
    expect(packLog(again.log)).toEqual(packLog(outcome.log));
  });
});

test('another schedule has another hash', () => {
  const steps = [{ type: 'parallel', tasks: ['a', 'b', 'c', 'd'].map(worker) }];
  expect(determinismHash(run(steps, 7).log)).not.toBe(determinismHash(run(steps, 8).log));
});
