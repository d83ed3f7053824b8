/** Why a run failed, through the built program. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { performExplain } from '../../src/commands/explain/perform.ts';
import type { ProgressEvent } from '../../src/report/progress.ts';
import { sampleContext } from '../support/sample-context.ts';
import { typed } from '../support/typed.ts';
import { root } from '../docs/markdown.ts';
import { project, runCli } from './run-cli.ts';
import { replica, twoWrites } from '../support/last-write-wins.ts';

/** The second line of work is never late by itself: only when the first client is overtaken does it see what is not there yet. */
const files = {
  'src/store.mjs': `import { readFile, writeFile } from 'node:fs/promises';
export const put = (value) => writeFile('/tmp/v', value);
export const get = () => readFile('/tmp/v', 'utf8').catch(() => 'nothing');
setInterval(() => {}, 1000);
`,
  'tests/store.fozzy.ts': `import { faults, simulation } from 'fozzy';
export default simulation('what was put is there', (sim) => {
  const store = sim.node('store', '../src/store.mjs');
  let seen: unknown;
  sim.faults(faults.pause(store));
  sim.client('writer', () => store.call('put', 'a'));
  sim.client('reader', async () => {
    await sim.sleep(5);
    seen = await store.call('get');
  });
  sim.client('bystander', () => sim.sleep(1));
  sim.finally('the reader saw it', () => seen === undefined || seen === 'a');
});
`,
};

interface Place {
  readonly file: string;
  readonly line: number;
}

interface Step {
  readonly name: string;
  readonly askedAt?: Place;
  readonly ranAt: readonly Place[];
}

interface Explained {
  readonly finding: { readonly title: string };
  readonly race: { readonly first: Step; readonly second: Step; readonly shared: string } | null;
  readonly minimal: boolean;
  readonly necessary: readonly {
    readonly kind: string;
    readonly asked: string;
    readonly told: string;
    readonly first: unknown;
    readonly second: unknown;
  }[];
  readonly clientsNotNeeded: readonly string[];
  readonly transitions: readonly { readonly machine: string; readonly isInPast: boolean }[];
  readonly failing: { readonly status: string };
  readonly calm: { readonly status: string };
}

test('names the one pair that races, who is not needed, and that the calm run passes', async () => {
  const cwd = project(files);
  const explored = await typed(['explore', 'tests/store.fozzy.ts', '--seed', '3', '--schedule', 'random', '--record', 't.fozzy'], { cwd });
  expect(explored.code).toBe(1);
  const { stdout, code } = await typed(['explain', 't.fozzy', '--json'], { cwd });
  expect(code).toBe(0);
  const explained = JSON.parse(stdout) as Explained; // the document this command prints
  expect(explained).toMatchObject({
    finding: { title: 'finally_violated' },
    minimal: true,
    clientsNotNeeded: ['bystander'],
    failing: { status: 'fail' },
    calm: { status: 'pass' },
  });
  expect(explained.necessary.map(({ kind }) => kind)).toEqual(['order']);
  expect(explained.necessary[0]).toMatchObject({ first: { events: expect.any(Array) }, second: { events: expect.any(Array) } });
  expect(explained.race).toMatchObject({
    first: { name: 'store fs readFile', askedAt: { file: 'src/store.mjs', line: 3 } },
    second: { name: 'store fs writeFile', askedAt: { file: 'src/store.mjs', line: 2 } },
    shared: 'both use /tmp/v on store',
  });
  const told = await typed(['explain', 't.fozzy'], { cwd });
  expect(told.stdout).toContain('asked for at src/store.mjs:3:');
  expect(told.stdout).toContain('These two race: “store fs readFile” came before “store fs writeFile”');
  expect(told.stdout).toContain('It takes 1 change of order; the calm run, in which nothing overtakes and nothing goes wrong, passes.');
  expect(told.stdout).toMatch(/1\. At \d+ ms “.*” ran before “.*”, whose turn it was\./u);
  expect(told.stdout).toContain('the calm run beside it: PASS');
});

test('where the calm run fails as well it names the race that clients which take turns do not have', async () => {
  const cwd = project();
  cpSync(join(root, 'examples/bank-transfer'), join(cwd, 'bank'), { recursive: true });
  expect((await typed(['explore', 'bank/racy.fozzy.ts', '--seed', '1', '--record', 't.fozzy'], { cwd })).code).toBe(1);
  const explained = JSON.parse((await typed(['explain', 't.fozzy', '--json'], { cwd })).stdout) as Explained; // the document this command prints
  expect(explained).toMatchObject({ necessary: [], calm: { status: 'fail' }, inTurn: { status: 'pass' } });
  expect(explained.race).toMatchObject({
    first: { name: 'bank fs readFile', askedAt: { file: 'bank/server.racy.ts', line: 9 } },
    second: { name: 'bank fs rename', askedAt: { file: 'bank/server.racy.ts', line: 15 } },
    shared: 'both use /data/accounts.json on bank',
  });
  const told = await typed(['explain', 't.fozzy'], { cwd });
  expect(told.stdout).toContain('It takes clients that meet: one after the other they pass.');
  expect(told.stdout).toContain('one client after the other it is the other way round, and both use /data/accounts.json on bank.');
  expect(told.stdout).toContain('beside it, one client after the other: PASS');
});

test.each([
  ['that said no', "return (await (await fetch('http://web/')).text()) === 'yes';"],
  ['that threw', "if ((await (await fetch('http://web/')).text()) !== 'yes') throw new Error('not yes');"],
])('what a last check heard lies in the past of the failure of one %s', async (_how, check) => {
  const cwd = project({
    'web.mjs':
      "import { createServer } from 'node:http';\nlet asked = 0;\ncreateServer((_, response) => { asked += 1; response.end(asked > 1 ? 'no' : 'yes'); }).listen(80);\n",
    'a.fozzy.ts': `import { simulation } from 'fozzy';
export default simulation('asks', (sim) => {
  sim.node('web', './web.mjs');
  sim.client('c', async () => void (await (await fetch('http://web/')).text()));
  sim.finally('it says yes', async () => { ${check} });
});
`,
  });
  expect((await runCli(['run', 'a.fozzy.ts', '--record', 't.fozzy'], { cwd })).code).toBe(1);
  const { stdout } = await runCli(['explain', 't.fozzy', '--json'], { cwd });
  const explained = JSON.parse(stdout) as Explained; // the document this command prints
  const past = explained.transitions.filter(({ isInPast }) => isInPast).map(({ machine }) => machine);
  expect(past).toEqual(expect.arrayContaining(['web', 'c', 'test']));
});

test('of nodes that are a module it names the lines that sent and the lines that received', async () => {
  const cwd = project({ 'src/replica.mjs': replica, 'tests/two.fozzy.json': JSON.stringify(twoWrites) });
  const explored = await typed(['explore', 'tests/two.fozzy.json', '--seed', '3', '--record', 't.fozzy'], { cwd });
  expect(explored.code).toBe(1);
  const explained = JSON.parse((await typed(['explain', 't.fozzy', '--json'], { cwd })).stdout) as Explained; // the document this command prints
  expect(explained.race).toMatchObject({ shared: 'both run on b' });
  for (const step of [explained.race?.first, explained.race?.second]) {
    expect(step).toMatchObject({ name: 'b deliver from a', askedAt: { file: 'src/replica.mjs', line: 10 } });
    expect(step?.ranAt.map(({ file, line }) => `${file}:${line}`)).toContain('src/replica.mjs:4');
  }
});

test('a run that passed, and one of a steps scenario, say what to do instead', async () => {
  const cwd = project({
    ...files,
    'ok.fozzy.json': JSON.stringify({ version: 1, name: 'ok', steps: [{ type: 'set_kv', key: 'a', value: '1' }] }),
    'no.fozzy.json': JSON.stringify({ version: 1, name: 'no', steps: [{ type: 'fail', message: 'no' }] }),
  });
  await typed(['run', 'ok.fozzy.json', '--record', 'ok.fozzy'], { cwd });
  await typed(['run', 'no.fozzy.json', '--record', 'no.fozzy'], { cwd });
  const passed = await typed(['explain', 'ok.fozzy', '--json'], { cwd });
  expect([passed.code, passed.json()]).toMatchObject([
    2,
    { code: 'nothing_to_explain', hint: expect.stringContaining('fozzy show ok.fozzy') },
  ]);
  const steps = await typed(['explain', 'no.fozzy', '--json'], { cwd });
  expect([steps.code, steps.json()]).toMatchObject([2, { code: 'wrong_variant', hint: expect.stringContaining('fozzy shrink no.fozzy') }]);
});

test('its progress is its own, and an interruption is no spent budget', async () => {
  const cwd = project(files);
  await typed(['explore', 'tests/store.fozzy.ts', '--seed', '3', '--schedule', 'random', '--record', 't.fozzy'], { cwd });
  const events: ProgressEvent[] = [];
  const progress = (event: ProgressEvent) => events.push(event);
  await performExplain({ runOrTrace: 't.fozzy' }, sampleContext(cwd, { progress }));
  expect(events.map(({ command }) => command)).toEqual(events.map(() => 'explain'));
  expect([events.at(0)?.event, events.at(-1)?.event]).toEqual(['started', 'finished']);
  const interrupted = performExplain({ runOrTrace: 't.fozzy' }, sampleContext(cwd, { signal: AbortSignal.abort() }));
  await expect(interrupted).rejects.toMatchObject({ code: 'interrupted' });
  const { stdout } = await typed(['explain', 't.fozzy', '--budget', '0ms'], { cwd });
  expect(stdout).toContain('The budget ended before all of this was shown to be necessary; --budget gives it more.');
});
