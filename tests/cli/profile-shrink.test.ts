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

function inProcesses(source: string): string {
  return source.replace("simulation('clients', (", "simulation('clients', { isolation: 'process' }, (");
}

function leftOut(cwd: string): readonly string[] {
  const trace = readFileSync(join(cwd, 'small.fozzy'), 'utf8');
  const { simulation } = JSON.parse(trace) as { readonly simulation: { readonly withoutClients?: readonly string[] } }; // a trace of a simulation
  return simulation.withoutClients ?? [];
}

test.each(['cpu_time', 'alloc_bytes'])('a shrunk simulation keeps whoever costs its %s', async (metric) => {
  const cwd = project({ 'clients.fozzy.ts': clients });
  await runCli(['run', 'clients.fozzy.ts', '--seed', '1', '--record', 't.fozzy', '--json'], { cwd });
  const shrunk = await runCli(['profile', 'shrink', 't.fozzy', '--metric', metric, '--out', 'small.fozzy', '--json'], { cwd });
  expect(shrunk.code, shrunk.stdout + shrunk.stderr).toBe(0);
  expect(JSON.parse(shrunk.stdout)).toMatchObject({ schemaVersion: 'fozzy.profile_shrink.v2', metric, direction: 'increase' });
  // Whether the others go depends on how evenly the machine measures time; this one may never go.
  expect(leftOut(cwd)).not.toContain('costly');
  if (metric === 'alloc_bytes') expect(leftOut(cwd)).toEqual(['cheap', 'idle']);
});

test.each(['cpu_time', 'alloc_bytes'])('runs in processes of their own are measured there: whoever costs the %s stays', async (metric) => {
  const cwd = project({ 'clients.fozzy.ts': inProcesses(clients) });
  await runCli(['run', 'clients.fozzy.ts', '--seed', '1', '--record', 't.fozzy', '--json'], { cwd });
  const shrunk = await runCli(['profile', 'shrink', 't.fozzy', '--metric', metric, '--out', 'small.fozzy', '--json'], { cwd });
  expect(shrunk.code, shrunk.stdout + shrunk.stderr).toBe(0);
  const { baseline, after } = shrunk.json();
  expect(Number(baseline)).toBeGreaterThan(0);
  expect(Number(after)).toBeGreaterThan(0);
  expect(leftOut(cwd)).not.toContain('costly');
});

test('a run that takes its process along cannot say what it cost, and the refusal says so', async () => {
  const ends = 'const host = process; module.exports = () => host.reallyExit(7);';
  const cwd = project({
    'ends.fozzy.ts': `import { simulation } from 'fozzy';
export default simulation('ends', { isolation: 'process', external: ['real'] }, (sim) => {
  sim.client('one', async () => { (await import('real')).default(); });
});
`,
    'node_modules/real/package.json': '{"name":"real","version":"1.0.0","main":"index.js"}',
    'node_modules/real/index.js': ends,
  });
  const ran = await runCli(['run', 'ends.fozzy.ts', '--seed', '1', '--record', 't.fozzy', '--profile-capture', 'full'], { cwd });
  expect([ran.code, ran.stderr]).toMatchObject([4, expect.stringContaining('processor time was not measured: the run ends its process')]);
  const shrunk = await runCli(['profile', 'shrink', 't.fozzy', '--metric', 'cpu_time', '--json'], { cwd });
  expect([shrunk.code, shrunk.json()]).toMatchObject([
    2,
    { code: 'profile_no_data', hint: expect.stringContaining('fozzy shrink t.fozzy') },
  ]);
});

const nodes = { nodes: ['a', 'b'], steps: [{ type: 'client_put', node: 'a', key: 'x', value: '1' }] };
const distributed = { ...nodes, invariants: [{ type: 'kv_all_equal', key: 'x' }] };

test.each(['cpu_time', 'alloc_bytes'])('nodes that are built in are no code of the user, so there is no %s to keep', async (metric) => {
  const cwd = project({ 'd.fozzy.json': { version: 1, name: 'd', distributed } });
  await runCli(['explore', 'd.fozzy.json', '--runs', '20', '--seed', '1', '--record', 't.fozzy', '--json'], { cwd });
  const shrunk = await runCli(['profile', 'shrink', 't.fozzy', '--metric', metric, '--json'], { cwd });
  expect([shrunk.code, shrunk.json()]).toMatchObject([
    2,
    { code: 'profile_no_data', hint: 'try `fozzy profile shrink t.fozzy --metric p99_latency`' },
  ]);
});

test('of a fuzzed scenario of steps the bytes are those of its memory model, not those of this machine', async () => {
  const steps = [
    { type: 'memory_alloc', bytes: 100, key: 'k' },
    { type: 'sleep', duration: '30ms' },
    { type: 'memory_free', key: 'k' },
  ];
  const cwd = project({ 'calm.fozzy.json': { version: 1, name: 'calm', steps } });
  await runCli(['fuzz', 'calm.fozzy.json', '--runs', '3', '--seed', '1', '--record', 't.fozzy', '--json'], { cwd });
  const shrunk = await runCli(['profile', 'shrink', 't.fozzy', '--metric', 'alloc_bytes', '--json'], { cwd });
  expect(shrunk.json()).toMatchObject({ status: 'ok', baseline: 100, after: 100, preserved: true });
});
