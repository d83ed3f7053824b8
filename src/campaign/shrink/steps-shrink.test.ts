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

/** Two owners write the same key; whoever is overtaken sees the other's name. */
const race: readonly JsonObject[] = [
  ...noise(8),
  {
    type: 'parallel',
    tasks: [
      {
        name: 'a',
        steps: [...noise(4), { type: 'set_kv', key: 'owner', value: 'a' }, ...noise(3), { type: 'assert_eq_str', a: '${owner}', b: 'a' }, ...noise(2)],
      },
      { name: 'b', steps: [...noise(5), { type: 'set_kv', key: 'owner', value: 'b' }, ...noise(2)] },
    ],
  },
  ...noise(3),
];

/** Removing any single node, in any schedule the shrinker keeps by name, must lose the failure. */
function expectOneMinimal({ best, shrink }: ShrunkSteps): void {
  for (const node of nodesOf(best.draft)) {
    expect(shrink.attempt(without(best, [node])), `without ${node.origin}`).toBeUndefined();
  }
  for (const at of deviationsOf(best)) {
    const schedule = new Map(deviationsOf(best).flatMap((other) => (other === at ? [] : [[other, best.openPicks[other] ?? 0] as const])));
    expect(shrink.attempt({ ...best, schedule }), `calm at ${at}`).toBeUndefined();
  }
}

describe('a race in parallel tasks', () => {
  test('shrinks to the two conflicting steps and one switch', () => {
    const recorded = recordFirstFailure(race, 'assert_eq_str');
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
    expectOneMinimal(shrunk);
  });
});
