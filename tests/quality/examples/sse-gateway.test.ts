import { expect, test } from 'vitest';
import { longer, seeds } from '../../support/budget.ts';
import { searchExample } from '../../support/example.ts';

/** As examples/README.md says. */
const WITHIN = 20;
const TIMEOUT_MS = longer(300_000);

test.each(seeds(5))(
  'seed %i finds sse-gateway/lossy within the stated number of schedules, and finds it again',
  async (seed) => {
    const { found, repeats } = await searchExample('sse-gateway/lossy', seed, WITHIN);
    expect(found.join()).toMatch(/every event arrived once/u);
    expect(repeats).toBe(true);
  },
  TIMEOUT_MS,
);

test(
  'sse-gateway/fixed stays clean with ten times as many',
  async () => {
    expect(await searchExample('sse-gateway/fixed', 1, longer(10 * WITHIN))).toEqual({
      found: [],
      repeats: true,
      schedules: longer(10 * WITHIN),
    });
  },
  TIMEOUT_MS,
);
