import { expect, test } from 'vitest';
import { CompareRing } from '../feedback/compare-ring.ts';
import { FuzzRandom } from '../input/fuzz-random.ts';
import { stringForm } from '../input/string-form.ts';
import { CloserLook } from './closer-look.ts';
import { Schedule } from './schedule.ts';

const target = { call: () => undefined, watched: undefined } as never; // nothing is called here

function look(executed: () => number): { readonly closer: CloserLook<string>; readonly ring: CompareRing } {
  const ring = new CompareRing();
  const hints = { pairs: [], glues: [] } as never; // not asked for either
  const parts = {
    target,
    form: stringForm,
    random: new FuzzRandom({ hi: 0, lo: 1 }),
    ring,
    hints,
    schedule: new Schedule(64, 0),
    runs: 1e9,
    efforts: [],
  };
  return { closer: new CloserLook(parts, { executed, call: () => undefined, examine: () => Promise.resolve(false) }), ring };
}

function waiting(closer: CloserLook<string>): number {
  let count = 0;
  while (closer.take() !== undefined) count += 1;
  return count;
}

test('what nobody chased for a million executions is not chased all at once', () => {
  const { closer, ring } = look(() => 1_000_000);
  for (let time = 0; time < 1000; time += 1) {
    ring.begin();
    ring.compare(1, '===', 'aaa', 'bbb');
    closer.chase('aaa aaa aaa aaa aaa aaa aaa aaa aaa aaa aaa aaa');
  }
  const count = waiting(closer);
  expect(count).toBeGreaterThan(1000);
  expect(count).toBeLessThan(1100);
});
