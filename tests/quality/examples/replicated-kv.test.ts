import { expect, test } from 'vitest';
import { searchExample } from '../../support/example.ts';

/** As examples/README.md says. */
const WITHIN = 50;
const TIMEOUT_MS = 300_000;

test.each([1, 2, 3, 4, 5])(
  'seed %i finds replicated-kv/stale within the stated number of schedules, and finds it again',
  async (seed) => {
    const { found, repeats } = await searchExample('replicated-kv/stale', seed, WITHIN);
    expect(found.join()).toMatch(/register/u);
    expect(repeats).toBe(true);
  },
  TIMEOUT_MS,
);

test(
  'replicated-kv/fixed stays clean with ten times as many',
  async () => {
    expect(await searchExample('replicated-kv/fixed', 1, 10 * WITHIN)).toEqual({ found: [], repeats: true, schedules: 10 * WITHIN });
  },
  TIMEOUT_MS,
);
