/** What the search over distributed scenarios is worth: planted mistakes are found soon and told small, corrected twins never complain. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { strategyNames } from '../../src/campaign/explore/strategy-names.ts';
import { performCommand } from '../support/built.ts';
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

/** A write that waits until the other node has said yes; the other node says it, or forgets to in one case. */
const asking = (answers: string) => `
  export default function (ctx) {
    const waiting = new Map();
    const answered = (key) => new Promise((resolve) => waiting.set(key, resolve));
    return {
      onMessage(from, { ask, yes }) {
        if (ask !== undefined && ${answers}) ctx.send(from, { yes: ask });
        if (yes !== undefined) waiting.get(yes)?.();
      },
      async onClient({ op, key }) {
        if (op === 'get') return null;
        for (const node of ctx.nodes) if (node !== ctx.node) ctx.send(node, { ask: key });
        await answered(key);
      },
      inspect: () => null,
    };
  }
`;

describe('a client that waits for a node although nothing is in the way', () => {
  const scenario = (module: string) => ({
    'd.fozzy.json': {
      version: 1,
      name: 'asking',
      distributed: {
        nodes: ['a', 'b'],
        module: './n.ts',
        steps: [
          { type: 'client_put', node: 'a', key: 'x', value: '1' },
          { type: 'client_put', node: 'a', key: 'y', value: '1' },
        ],
      },
    },
    'n.ts': module,
  });

  test('is a finding that tells where the node waits, and none of the twin', async () => {
    const { findings, status } = await explore(project(scenario(asking("ask !== 'y'"))), { seed: '1', runs: 20 });
    expect([status, findings.map(({ title }) => title)]).toEqual(['timeout', ['client_pending']]);
    expect(findings[0]?.location).toMatchObject({ stepPath: '/distributed/steps/1' });
    const waits = findings[0]?.location?.details?.['waits'];
    expect(waits).toMatch(/^a waits\n +at .*onClient \(n\.ts:13:\d+\)\n +for what was made\n +at answered \(n\.ts:4:\d+\)$/u);
    expect((await explore(project(scenario(asking('true'))), { seed: '1', runs: 100 })).status).toBe('pass');
  });
});
