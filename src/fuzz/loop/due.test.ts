import { expect, test } from 'vitest';
import { comparedEvery, RECENT } from './due.ts';

test('however long a search goes on, the inputs it remembers reach back beyond the last look at the language', () => {
  for (let executed = 0; executed < 2 ** 31; executed = executed * 2 + 1) expect(comparedEvery(executed) * 2).toBeLessThanOrEqual(RECENT);
});
