/** The simulated `fs` behaves as the real one: every case runs on both, and both must tell the same. */
import { describe, expect, test } from 'vitest';
import { inSimulation, onHost } from './fs/both-worlds.ts';
import { wholeFiles } from './fs/whole-files.ts';

const groups = { 'whole files': wholeFiles };

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    for (const each of cases) {
      test(each[0], async () => {
        expect(await inSimulation(each)).toEqual(await onHost(each));
      });
    }
  });
}
