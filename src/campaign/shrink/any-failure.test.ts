import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { type RecordOptions, recordIfFailing, shrinkRecorded } from '../../../tests/support/recorded-steps.ts';
import { nodesOf } from './draft.ts';
import { without } from './remove-nodes.ts';
import { sizeOf } from './steps-shrink.ts';

const key = fc.constantFrom('a', 'b', 'c');
const word = fc.constantFrom('1', '2', 'three', '${a}', '${b}');

const plain: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('set_kv'), key, value: word }) },
  fc.record({ type: fc.constant('rand_u64'), key }),
  fc.record({ type: fc.constant('sleep'), duration: fc.constantFrom('1ms', '30ms', '700ms') }),
  fc.record({ type: fc.constantFrom('assert_eq_str', 'assert_ne_str'), a: fc.constantFrom('${a}', '${b}', '1'), b: word }),
  fc.record({ type: fc.constant('memory_alloc'), bytes: fc.constantFrom(1, 4096, 3_000_000), key }),
  fc.record({ type: fc.constant('memory_free'), key }),
  fc.record({ type: fc.constant('memory_limit_mb'), mb: fc.constantFrom(1, 4, 64) }),
  fc.record({ type: fc.constant('net_send'), from: key, to: key, payload: word }),
  fc.record({ type: fc.constant('net_deliver_one'), strategy: fc.constantFrom('fifo', 'random') }),
  fc.record({ type: fc.constant('net_set_drop_rate'), rate: fc.constantFrom(0, 0.5, 1) }),
);

const { steps } = fc.letrec<{ steps: JsonObject[]; step: JsonObject }>((tie) => ({
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: plain },
    fc.record({ type: fc.constant('repeat'), times: fc.integer({ min: 1, max: 4 }), index_key: key, steps: tie('steps') }),
    fc.record({ type: fc.constant('assert_throws'), steps: tie('steps') }),
    fc.tuple(tie('steps'), tie('steps')).map(([left, right]) => ({
      type: 'parallel',
      tasks: [
        { name: 'l', steps: left },
        { name: 'r', steps: right },
      ],
    })),
  ),
  steps: fc.array(tie('step'), { minLength: 1, maxLength: 6 }),
}));

const settings: RecordOptions['settings'] = { timeoutMs: 1000 };

test('whatever fails shrinks to a one-minimal run of the same failure, and shrinking that again changes nothing', () => {
  let failures = 0;
  fc.assert(
    fc.property(steps, fc.nat(), (list, seed) => {
      const recorded = recordIfFailing(list, { seed, ...(settings === undefined ? {} : { settings }) });
      if (recorded === undefined) return;
      failures += 1;
      const shrunk = shrinkRecorded(recorded);
      expect(shrunk.stoppedBy).toBe('minimal');
      expect(shrunk.recorded.failure.fingerprint).toBe(recorded.failure.fingerprint);
      expect(sizeOf(shrunk.best).steps).toBeLessThanOrEqual(sizeOf(shrunk.shrink.start).steps);
      for (const node of nodesOf(shrunk.best.draft)) expect(shrunk.shrink.attempt(without(shrunk.best, [node]))).toBeUndefined();
      const again = shrinkRecorded(shrunk.recorded);
      expect(again.steps).toEqual(shrunk.steps);
      expect(again.recorded.decisions.toRecords()).toEqual(shrunk.recorded.decisions.toRecords());
    }),
    { numRuns: 100 },
  );
  expect(failures).toBeGreaterThan(25);
});
