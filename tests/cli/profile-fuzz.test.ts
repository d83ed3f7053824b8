/** What a function that was fuzzed costs is measured where it runs: in a thread, or in a process of its own. */
import { expect, test } from 'vitest';
import { project, runCli } from './run-cli.ts';

/** Adds up a lot, throws for one input, and never comes back for another. */
const source = `export function parse(text: string): number {
  if (text.includes('~')) return Number(/^(?:a+)+$/u.test('a'.repeat(60) + 'b'));
  const sum = busy(text.length);
  if (text.includes('!')) throw new RangeError('no ' + sum);
  return sum;
}

function busy(length: number): number {
  let sum = length;
  for (let round = 0; round < 300_000; round += 1) sum += Math.sqrt(round);
  return sum;
}
`;

const firstInput = ['fuzz', 'src/parse.ts#parse', '--corpus', 'inputs', '--runs', '1', '--seed', '1'];

async function recorded(input: string, ...words: readonly string[]): Promise<string> {
  const cwd = project({ 'src/parse.ts': source, 'inputs/0': input, 'fozzy.toml': 'hang_timeout = "400ms"\n' });
  await runCli([...firstInput, '--record', 't.fozzy', ...words, '--json'], { cwd });
  return cwd;
}

test.each(['thread', 'process'])('in a %s, the profile names the function that is busy, at its line', async (isolation) => {
  const cwd = await recorded('!', '--isolation', isolation);
  const replayed = await runCli(['replay', 't.fozzy', '--profile-capture', 'full', '--json'], { cwd });
  expect(replayed.stderr).not.toContain('was not measured');
  const { identity } = JSON.parse(replayed.stdout) as { readonly identity: { readonly runId: string } }; // the summary of a run
  const top = await runCli(['profile', 'top', identity.runId, '--cpu', '--json'], { cwd });
  const { cpu } = JSON.parse(top.stdout) as { readonly cpu: { readonly functions: readonly object[] } }; // the document of that command
  expect(cpu.functions[0]).toMatchObject({ name: 'busy', file: 'src/parse.ts', line: 8 });
  const flame = await runCli(['profile', 'export', identity.runId, '--format', 'speedscope', '--out', 'p.json', '--json'], { cwd });
  expect(flame.code).toBe(0);
});

test.each(['!', 'calm'])('a search that captures in full measures the input it tells of: %s', async (input) => {
  const cwd = project({ 'src/parse.ts': source, 'inputs/0': input });
  const searched = await runCli([...firstInput, '--profile-capture', 'full', '--json'], { cwd });
  expect(searched.code, searched.stderr).toBe(input === '!' ? 4 : 0);
  const top = await runCli(['profile', 'top', 'latest', '--json'], { cwd });
  expect(top.code, top.stderr + top.stdout).toBe(0);
  const { cpu } = JSON.parse(top.stdout) as { readonly cpu: { readonly functions: readonly object[] } }; // the document of that command
  expect(cpu.functions[0]).toMatchObject({ name: 'busy', file: 'src/parse.ts', line: 8 });
});

test('a failing search keeps the profile of what it tells of, and measures nothing unless it was asked to', async () => {
  const cwd = await recorded('!');
  const listed = await runCli(['artifacts', 'ls', 'latest'], { cwd });
  expect(listed.stdout).toContain('profile.metrics.json');
  expect(listed.stdout).not.toContain('profile.cpu.json');
});

test('what the search saw hang is not called again to be measured', async () => {
  const cwd = project({ 'src/parse.ts': source, 'inputs/0': '~', 'fozzy.toml': 'hang_timeout = "400ms"\n' });
  const searched = await runCli([...firstInput, '--profile-capture', 'full'], { cwd });
  expect(searched.code, searched.stderr).toBe(3);
  expect(searched.stderr).toContain('processor time was not measured: the call had to be ended from outside');
});

test('a search of a scenario that captures in full can be profiled, also where nothing failed', async () => {
  const steps = [
    { type: 'sleep', duration: '30ms' },
    { type: 'assert_ne_str', a: '${fuzz.input_hex}', b: 'no hexadecimal text' },
  ];
  const cwd = project({ 'calm.fozzy.json': { version: 1, name: 'calm', steps } });
  const searched = await runCli(['fuzz', 'calm.fozzy.json', '--runs', '3', '--seed', '1', '--profile-capture', 'full', '--json'], { cwd });
  expect(searched.code, searched.stderr).toBe(0);
  const top = await runCli(['profile', 'top', 'latest', '--json'], { cwd });
  expect(top.code, top.stderr + top.stdout).toBe(0);
  expect(JSON.parse(top.stdout)).toMatchObject({ metrics: { virtualTimeMs: 30, maxLatencyMs: 30 } });
});

test('a trace without samples says how to get them', async () => {
  const cwd = await recorded('!');
  const top = await runCli(['profile', 'top', 't.fozzy', '--cpu', '--json'], { cwd });
  expect(top.code).toBe(2);
  expect(top.stdout + top.stderr).toContain('fozzy replay t.fozzy --profile-capture full');
});

test('a call that never comes back is replayed without samples, and says why', async () => {
  const cwd = await recorded('~');
  const replayed = await runCli(['replay', 't.fozzy', '--profile-capture', 'full'], { cwd });
  expect(replayed.stdout + replayed.stderr).toContain('processor time was not measured: the call had to be ended from outside');
});
