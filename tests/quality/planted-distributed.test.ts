/** What the search over distributed scenarios is worth: planted mistakes are found soon and told small, corrected twins never complain. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { strategyNames } from '../../src/campaign/explore/strategy-names.ts';
import { performCommand } from '../../src/commands/perform-command.ts';
import { decodeTrace } from '../../src/trace/decode.ts';
import type { RunSummary } from '../../src/trace/summary.ts';
import { project } from '../cli/run-cli.ts';
import { planted, plantedProject } from '../support/distributed-projects.ts';

async function explore(cwd: string, options: Readonly<Record<string, string | number | boolean>>): Promise<RunSummary> {
  const { document } = await performCommand('explore', { scenario: 'd.fozzy.json', ...options }, { cwd });
  // Reason for the cast: the document of this command is a run summary.
  return document as RunSummary;
}

describe.each(planted)('$name', (plant) => {
  test.each(['1', '2', '3'])('is found within 100 schedules and shrunk to what it needs (seed %s)', async (seed) => {
    const cwd = project(plantedProject(plant, plant.wrong));
    const summary = await explore(cwd, { seed, runs: 100, shrink: true });
    expect(summary.findings.map(({ title }) => title)).toEqual([plant.title]);
    const path = summary.identity.tracePath ?? '';
    const { scenario, explore: explored } = decodeTrace(readFileSync(path, 'utf8'), path).document;
    expect(scenario).toMatchObject({ distributed: { steps: { length: plant.minimum.steps } } });
    expect(explored?.minimised?.answers).toHaveLength(plant.minimum.answers);
    expect(summary.shrink).toMatchObject({ preserved: true, minimal: true });
  });

  test.each(strategyNames)('is found by %s, too', async (schedule) => {
    const cwd = project(plantedProject(plant, plant.wrong));
    const { findings } = await explore(cwd, { seed: '1', schedule });
    expect(findings.map(({ title }) => title)).toEqual([plant.title]);
  });

  test.each(strategyNames)('is not there in its corrected twin (%s)', async (schedule) => {
    const cwd = project(plantedProject(plant, plant.right));
    const summary = await explore(cwd, { seed: '1', runs: 1000, schedule });
    expect([summary.status, summary.findings]).toEqual(['pass', []]);
  });
});
