/** `profile shrink` on code: the smaller run still costs what the whole one did. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project, runCli } from './run-cli.ts';

const clients = `
import { simulation } from 'fozzy';

export const clients = simulation('clients', (sim) => {
  const kept: unknown[] = [];
  sim.client('costly', async () => {
    let sum = 0;
    for (let round = 0; round < 1_000_000; round += 1) sum += Math.sqrt(round);
    for (let round = 0; round < 20_000; round += 1) kept.push({ round, sum });
    await new Promise((done) => setTimeout(done, 5));
  });
  for (const name of ['cheap', 'idle']) sim.client(name, () => new Promise((done) => setTimeout(done, 5)));
});
`;

test.each(['cpu_time', 'alloc_bytes'])('a shrunk simulation keeps whoever costs its %s', async (metric) => {
  const cwd = project({ 'clients.fozzy.ts': clients });
  await runCli(['run', 'clients.fozzy.ts', '--seed', '1', '--record', 't.fozzy', '--json'], { cwd });
  const shrunk = await runCli(['profile', 'shrink', 't.fozzy', '--metric', metric, '--out', 'small.fozzy', '--json'], { cwd });
  expect(shrunk.code, shrunk.stdout + shrunk.stderr).toBe(0);
  expect(JSON.parse(shrunk.stdout)).toMatchObject({ schemaVersion: 'fozzy.profile_shrink.v2', metric, direction: 'increase' });
  const trace = readFileSync(join(cwd, 'small.fozzy'), 'utf8');
  const { simulation } = JSON.parse(trace) as { readonly simulation: { readonly withoutClients?: readonly string[] } }; // a trace of a simulation
  // Whether the others go depends on how evenly the machine measures; this one may never go.
  expect(simulation.withoutClients ?? []).not.toContain('costly');
});

test.each(['cpu_time', 'alloc_bytes'])('of runs in processes of their own the %s is refused, because it is spent there', async (metric) => {
  const cwd = project({
    'clients.fozzy.ts': clients.replace("simulation('clients', (", "simulation('clients', { isolation: 'process' }, ("),
  });
  await runCli(['run', 'clients.fozzy.ts', '--seed', '1', '--record', 't.fozzy', '--json'], { cwd });
  const shrunk = await runCli(['profile', 'shrink', 't.fozzy', '--metric', metric, '--json'], { cwd });
  expect([shrunk.code, JSON.parse(shrunk.stdout)]).toMatchObject([2, { code: 'profile_no_data', hint: 'use --metric p99_latency' }]);
});

const source =
  'export const parse = (text: string): number => { if (text.length > 3) throw new RangeError("long"); return text.length; };\n';

test.each(['cpu_time', 'alloc_bytes', 'p99_latency'])(
  'of a function the %s is refused: what this process spends is not what the function costs',
  async (metric) => {
    const cwd = project({ 'p.ts': source });
    await runCli(['fuzz', 'p.ts#parse', '--runs', '300', '--seed', '1', '--crash-only', '--record', 't.fozzy', '--json'], { cwd });
    const shrunk = await runCli(['profile', 'shrink', 't.fozzy', '--metric', metric, '--json'], { cwd });
    expect([shrunk.code, JSON.parse(shrunk.stdout)]).toMatchObject([
      2,
      { code: 'profile_no_data', hint: expect.stringContaining('fozzy shrink t.fozzy') },
    ]);
  },
);
