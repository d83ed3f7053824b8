/** Workers, forked modules and programs in a simulation file, loaded as users' files are. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { executeOnce } from '../../src/campaign/execute-many.ts';
import { SimulationFile } from '../../src/commands/simulation/open-file.ts';
import { DeviatingSource } from '../../src/decide/deviating.ts';
import { WalkSource } from '../../src/decide/walk.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

test('a node of a file starts a worker, a module and a program, and every run repeats itself', async () => {
  const file = await SimulationFile.open('tests/fixtures/processes/processes.fozzy.mjs', root);
  const [simulation] = file.simulations;
  if (simulation === undefined) throw new Error('no simulation');
  const { subject } = await file.openSimulation(simulation);
  const calm = await executeOnce(subject, () => ({ source: new DeviatingSource([]) }));
  expect(calm.findings).toEqual([]);
  for (let seed = 1; seed <= 20; seed += 1) {
    const walk = () => executeOnce(subject, () => ({ source: new WalkSource({ hi: 0, lo: seed }) }));
    const [once, twice] = [await walk(), await walk()];
    expect(once.findings).toEqual([]);
    expect(twice.log.hash.hex()).toBe(once.log.hash.hex());
  }
});
