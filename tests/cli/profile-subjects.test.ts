/**
 * Every subcommand of `profile` on every kind of subject: a real answer, or a refusal that says what to type. What is typed then is typed
 * here as well.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, project, runCli } from './run-cli.ts';

const simulation = `import { simulation } from 'fozzy';
export default simulation('two', (sim) => {
  for (const name of ['one', 'other'])
    sim.client(name, async () => {
      for (let round = 0; round < 20_000; round += 1) Math.sqrt(round);
      await new Promise((done) => setTimeout(done, 5));
    });
});
`;
const module = `export default () => ({
  onMessage: () => undefined,
  onClient: ({ key }: { readonly key: string }) => [...Array(2000).keys()].map((each) => ({ each, key })).length > 0,
  inspect: () => 'same',
});
`;
const distributed = {
  nodes: ['a', 'b'],
  steps: [{ type: 'client_put', node: 'a', key: 'x', value: '1' }],
  invariants: [{ type: 'kv_all_equal', key: 'x' }],
};
const steps = [
  { type: 'memory_alloc', bytes: 100, key: 'k' },
  { type: 'sleep', duration: '30ms' },
  { type: 'memory_free', key: 'k' },
];

const files = {
  'steps.fozzy.json': { version: 1, name: 'steps', steps },
  'nodes.fozzy.json': { version: 1, name: 'nodes', distributed },
  'module.fozzy.json': { version: 1, name: 'module', distributed: { ...distributed, module: './module.ts' } },
  'module.ts': module,
  'two.fozzy.ts': simulation,
  'apart.fozzy.ts': simulation.replace("'two', (", "'two', { isolation: 'process' }, ("),
  'parse.ts': `export function parse(text: string): number {
  let sum = 0;
  for (const character of text) for (let round = 0; round < 1000; round += 1) sum += Math.sqrt(round) + character.length;
  return [...text].map((character) => ({ character })).length + sum;
}
export const short = (text: string): boolean => [...text].map((character) => ({ character })).length < 1000;
export const quick = (text: string): boolean => text.length < 1000;
`,
};

type Words = readonly string[];
const subjects: readonly (readonly [string, Words])[] = [
  ['a scenario of steps', ['run', 'steps.fozzy.json', '--det']],
  ['a distributed scenario', ['explore', 'nodes.fozzy.json', '--runs', '5']],
  ['a distributed scenario with a module', ['explore', 'module.fozzy.json', '--runs', '5']],
  ['a simulation', ['run', 'two.fozzy.ts']],
  ['a simulation in processes of its own', ['run', 'apart.fozzy.ts']],
  ['a function', ['fuzz', 'parse.ts#parse', '--runs', '30']],
  ['a property', ['fuzz', 'parse.ts#short', '--mode', 'property', '--runs', '30']],
  ['steps that inputs drive', ['fuzz', 'steps.fozzy.json', '--runs', '5']],
  ['a schedule that inputs drive', ['fuzz', 'nodes.fozzy.json', '--runs', '5']],
  ['a simulation that inputs drive', ['fuzz', 'two.fozzy.ts', '--runs', '3']],
];

const commands: readonly Words[] = [
  ['top'],
  ['top', '--cpu'],
  ['top', '--latency'],
  ['flame', '--heap', '--format', 'svg'],
  ['timeline'],
  ['explain'],
  ['export', '--format', 'pprof', '--out', 'out.pb.gz'],
  ['shrink', '--metric', 'p99_latency', '--budget', '300ms', '--out', 'latency.fozzy'],
  ['shrink', '--metric', 'cpu_time', '--budget', '300ms', '--out', 'cpu.fozzy'],
  ['shrink', '--metric', 'alloc_bytes', '--budget', '300ms', '--out', 'bytes.fozzy'],
];

/** The commands a hint names. */
function toldIn(hint: unknown): readonly Words[] {
  return [...String(hint).matchAll(/`fozzy (?<words>[^`<]+)`/gu)].map(({ groups }) => (groups?.['words'] ?? '').split(' '));
}

test.each(subjects)('%s can be profiled in every way there is, or is told in which', async (_what, words) => {
  const cwd = project(files);
  await runCli([...words, '--seed', '1', '--record', 't.fozzy', '--json'], { cwd });
  const told: Words[] = [];
  for (const [command = '', ...flags] of commands) {
    const answer = await runCli(['profile', command, 't.fozzy', ...flags, '--json'], { cwd });
    const document = answer.json();
    const about = `${command} ${flags.join(' ')}: ${answer.stdout}`;
    if (answer.code === 0) expect(document, about).toMatchObject({ schemaVersion: expect.stringContaining(`fozzy.profile_${command}`) });
    else expect([answer.code, document], about).toMatchObject([2, { code: 'profile_no_data', hint: expect.stringContaining('`fozzy ') }]);
    told.push(...toldIn(document['hint']));
  }
  for (const each of new Set(told.map((one) => one.join(' ')))) {
    const answer = await runCli([...each.split(' '), ...(each.includes(' shrink ') ? ['--budget', '300ms'] : []), '--json'], { cwd });
    expect(answer.code, `${each}: ${answer.stdout}`).toBe(0);
  }
  const after = await runCli(['profile', 'diff', 't.fozzy', 't.fozzy', '--json'], { cwd });
  expect([after.code, after.json()]).toMatchObject([0, { summary: { verdict: 'stable' } }]);
  const doctor = await runCli(['profile', 'doctor', 't.fozzy', '--json'], { cwd });
  expect([doctor.code, doctor.json()]).toMatchObject([0, { ok: true }]);
});

const captured: readonly (readonly [string, Words])[] = subjects.filter(([, words]) => !/steps|nodes/u.test(words[1] ?? ''));

test.each(captured)('%s that was captured in full has functions and allocations to show', async (_what, words) => {
  const cwd = project(files);
  await runCli([...words, '--seed', '1', '--record', 't.fozzy', '--json'], { cwd });
  const replayed = await runCli(['replay', 't.fozzy', '--profile-capture', 'full', '--json'], { cwd });
  expect(replayed.stderr).not.toContain('was not measured');
  const { identity } = replayed.json() as { readonly identity: { readonly runId: string } }; // the summary of a run
  const top = await runCli(['profile', 'top', identity.runId, '--json'], { cwd });
  const { metrics } = top.json() as { readonly metrics: { readonly cpuTimeMs: number | null } }; // the document of that command
  expect(metrics.cpuTimeMs).toBeGreaterThan(0);
  const { frames } = JSON.parse(readFileSync(join(cwd, '.fozzy', 'runs', identity.runId, 'symbols.json'), 'utf8')) as {
    readonly frames: readonly { readonly origin: string; readonly file: string }[]; // written beside the profile
  };
  expect(frames.filter(({ origin }) => origin === 'user').map(({ file }) => file)).toContain(
    /\.ts/u.test(words[1] ?? '') ? (words[1] ?? '').split('#')[0] : 'module.ts',
  );
});

test('a function that is over in no time is measured all the same', async () => {
  const cwd = project(files);
  await runCli(['fuzz', 'parse.ts#quick', '--runs', '5', '--seed', '1', '--profile-capture', 'full', '--json'], { cwd });
  const top = await runCli(['profile', 'top', 'latest', '--cpu', '--json'], { cwd });
  expect([top.code, top.json()]).toMatchObject([
    0,
    { cpu: { functions: expect.arrayContaining([expect.objectContaining({ name: 'quick' })]) } },
  ]);
});

test('a search that found nothing and kept nothing says how to keep something', async () => {
  const cwd = project(files);
  await runCli(['fuzz', 'parse.ts#parse', '--runs', '5', '--seed', '1', '--json'], { cwd });
  const top = await runCli(['profile', 'top', 'latest', '--json'], { cwd });
  expect([top.code, top.json()]).toMatchObject([2, { code: 'profile_no_data', hint: expect.stringContaining('fozzy fuzz') }]);
});

test('what costs nothing to leave out is told with the command that says what there is to keep', async () => {
  const cwd = project(files);
  await runCli(['run', 'steps.fozzy.json', '--det', '--record', 't.fozzy', '--json'], { cwd });
  const shrunk = await runCli(['profile', 'shrink', 't.fozzy', '--json'], { cwd });
  expect([shrunk.code, shrunk.json()]).toMatchObject([2, { code: 'usage', hint: expect.stringContaining('`fozzy profile top t.fozzy`') }]);
});

test('profile doctor fails where nothing can be recorded, and looks at code besides a run when it is told to', async () => {
  const cwd = project(files);
  // Files of more than eight blocks cannot be written.
  const limited = `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`;
  const ill = spawnSync('sh', ['-c', limited, process.execPath, bin, 'profile', 'doctor', '--json'], { cwd, encoding: 'utf8' });
  expect([ill.status, JSON.parse(ill.stdout)]).toMatchObject([
    1,
    { ok: false, checks: [{ name: 'capture', status: 'failed' }, ...Array.from({ length: 10 }, () => ({}))] },
  ]);
  await runCli(['run', 'steps.fozzy.json', '--det', '--record', 's.fozzy', '--json'], { cwd });
  const deep = await runCli(['profile', 'doctor', 's.fozzy', '--deep', '--json'], { cwd });
  const { checks } = deep.json() as { readonly checks: readonly { readonly name: string }[] }; // the document of that command
  expect([deep.code, checks.map(({ name }) => name)]).toEqual([
    0,
    expect.arrayContaining(['top', 'export_otlp', 'cpu_capture', 'cpu_flame']),
  ]);
});
