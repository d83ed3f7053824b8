/**
 * Popular packages, as they come from the registry, in simulated machines: they work, the same decisions give the same run, and HTTP
 * gives the same results whether messages travel as bytes or in words.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { executeOnce } from '../../src/campaign/execute-many.ts';
import type { Subject } from '../../src/campaign/subject.ts';
import { SimulationFile } from '../../src/commands/simulation/open-file.ts';
import { DeviatingSource } from '../../src/decide/deviating.ts';
import { WalkSource } from '../../src/decide/walk.ts';
import { EventSink } from '../../src/engine/event-sink.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = 'tests/packages/fixture';
const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.fozzy.ts'));
const WALKS = 5;

/** What people outside of the machines could tell. */
const OBSERVABLE = new Set(['http.request', 'http.receive', 'http.respond', 'http.response', 'stdout', 'stderr', 'exit', 'connect']);

describe.each(files)('%s', (name) => {
  test('passes calmly and under other schedules, repeats itself exactly, and behaves the same on both ways of HTTP', async () => {
    const file = await SimulationFile.open(`${folder}/${name}`, root);
    expect(file.simulations.length).toBeGreaterThan(0);
    for (const simulation of file.simulations) {
      const [fast, wire] = [
        await file.openSimulation(simulation, { options: { ...simulation.options, httpPath: 'fast' } }),
        await file.openSimulation(simulation, { options: { ...simulation.options, httpPath: 'wire' } }),
      ];
      expect(await calmStory(wire.subject)).toEqual(await calmStory(fast.subject));
      for (const { subject } of [fast, wire]) {
        for (let seed = 1; seed <= WALKS; seed += 1) {
          const walk = () => executeOnce(subject, () => ({ source: new WalkSource({ hi: 0, lo: seed }) }));
          const [once, twice] = [await walk(), await walk()];
          expect(once.findings).toEqual([]);
          expect(twice.log.hash.hex()).toBe(once.log.hash.hex());
        }
      }
    }
  });
});

/** What each machine did, in its own order. */
async function calmStory(subject: Subject): Promise<Record<string, readonly unknown[]>> {
  const sink = new EventSink();
  const outcome = await executeOnce(subject, () => ({ source: new DeviatingSource([]), sink }));
  expect(outcome.findings).toEqual([]);
  const story: Record<string, unknown[]> = {};
  for (const { name, fields } of sink.events) {
    if (OBSERVABLE.has(name)) (story[JSON.stringify(fields['node'])] ??= []).push([name, fields]);
  }
  return story;
}
