/** Popular packages, as they come from the registry, in simulated machines: they work, and the same decisions give the same run. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { executeOnce } from '../../src/campaign/execute-many.ts';
import { SimulationFile } from '../../src/commands/simulation/open-file.ts';
import { DeviatingSource } from '../../src/decide/deviating.ts';
import { WalkSource } from '../../src/decide/walk.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = 'tests/packages/fixture';
const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.fozzy.ts'));
const WALKS = 5;

describe.each(files)('%s', (name) => {
  test('passes calmly and under other schedules, and repeats itself exactly', async () => {
    const file = await SimulationFile.open(`${folder}/${name}`, root);
    expect(file.simulations.length).toBeGreaterThan(0);
    for (const simulation of file.simulations) {
      const { subject } = await file.openSimulation(simulation);
      const calm = await executeOnce(subject, () => ({ source: new DeviatingSource([]) }));
      expect(calm.findings).toEqual([]);
      for (let seed = 1; seed <= WALKS; seed += 1) {
        const walk = () => executeOnce(subject, () => ({ source: new WalkSource({ hi: 0, lo: seed }) }));
        const [once, twice] = [await walk(), await walk()];
        expect(once.findings).toEqual([]);
        expect(twice.log.hash.hex()).toBe(once.log.hash.hex());
      }
    }
  });
});
