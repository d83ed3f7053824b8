/** Law: a run in real time records every wait, so it replays exactly and without waiting. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { project } from '../cli/run-cli.ts';
import { anySteps } from '../support/any-steps.ts';
import { perform } from '../support/in-process.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

test('any scenario that ran in real time, with or without a deadline, is reproduced', async () => {
  const cwd = project();
  await fc.assert(
    fc.asyncProperty(anySteps(), fc.constantFrom(undefined, '0ms', '15ms', '60ms'), async (steps, timeout) => {
      const short = steps.filter(({ type }) => type !== 'advance');
      writeFileSync(join(cwd, 'a.fozzy.json'), JSON.stringify({ version: 1, name: 'a', steps: short }));
      const ran = await perform(cwd, 'run', {
        scenario: 'a.fozzy.json',
        seed: 7,
        timeout,
        record: 't.fozzy',
        recordCollision: 'overwrite',
      });
      const again = await perform(cwd, 'replay', { runOrTrace: 't.fozzy' });
      expect([again.replay, again.status, again.virtualTimeMs]).toMatchObject([{ reproduced: true }, ran.status, ran.virtualTimeMs]);
      // `test` derives the events of its traces by replaying, so a drift there would be an internal error.
      await perform(cwd, 'test', { patterns: ['a.fozzy.json'], seed: 7, timeout });
    }),
    { numRuns: Number(process.env['RUNS'] ?? 12), endOnFailure: false },
  );
});
