/** Twenty commands at once in one project: every run is there afterwards, and so is every trace and alias entry. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { perform } from '../support/in-process.ts';
import { project, runCli } from './run-cli.ts';

const failing = { version: 1, name: 'failing', steps: [{ type: 'fail', message: 'x' }] };
const passing = { version: 1, name: 'passing', steps: [{ type: 'set_kv', key: 'k', value: 'v' }] };

test('twenty commands at once lose no run, no trace and no alias', async () => {
  const cwd = project({ 'tests/bad.fozzy.json': failing, 'tests/good.fozzy.json': passing });
  const record = ['--record', 'out/t.fozzy'];
  const commands = Array.from({ length: 20 }, (_, index) => {
    if (index % 4 === 0) return ['test', '--det'];
    return ['run', index % 2 === 0 ? 'tests/good.fozzy.json' : 'tests/bad.fozzy.json', '--det', ...record];
  });
  const answers = await Promise.all(commands.map((args) => runCli([...args, '--json'], { cwd })));
  const documents = answers.map((answer) => Object(answer.json()));
  expect(documents.map((document) => document.status)).toEqual(
    commands.map((args) => (args[1] === 'tests/good.fozzy.json' ? 'pass' : 'fail')),
  );

  const runIds: string[] = documents.map((document) => document.identity.runId);
  expect(readdirSync(join(cwd, '.fozzy/runs')).toSorted()).toEqual(runIds.toSorted());
  const listed = Object(await perform(cwd, 'runs ls', { limit: 100 }));
  expect([listed.total, listed.runs.filter((run: { damaged?: boolean }) => run.damaged)]).toEqual([20, []]);
  expect(runIds).toContain(listed.aliases.latest);

  const traces = documents.filter((document) => document.mode === 'run').map((document) => document.identity.tracePath);
  expect(new Set(traces).size).toBe(15);
  expect(readdirSync(join(cwd, 'out')).toSorted()).toEqual(
    ['t.fozzy', ...Array.from({ length: 14 }, (_, index) => `t.${index + 1}.fozzy`)].toSorted(),
  );
  for (const path of traces) expect(JSON.parse(readFileSync(path, 'utf8')).summary.identity.tracePath).toBe(path);

  // Several may have ended in the same millisecond; any of those is the newest.
  const endOf = new Map(documents.map((document) => [document.identity.runId, document.finishedAt]));
  const newest = (status: RegExp) =>
    documents
      .filter((document) => status.test(document.status))
      .map((document) => String(document.finishedAt))
      .toSorted()
      .at(-1);
  const { aliases } = listed;
  expect([endOf.get(aliases.latest), endOf.get(aliases['last-pass']), endOf.get(aliases['last-fail'])]).toEqual([
    newest(/./u),
    newest(/pass/u),
    newest(/fail/u),
  ]);
});

test('a prune beside running commands removes nothing that an alias names', async () => {
  const cwd = project({ 'a.fozzy.json': failing });
  const work = Array.from({ length: 6 }, () => runCli(['run', 'a.fozzy.json', '--det', '--json'], { cwd }));
  const prunes = Array.from({ length: 3 }, () => runCli(['runs', 'prune', '--keep', '1', '--json'], { cwd }));
  const answers = await Promise.all([...work, ...prunes]);
  expect(answers.map((answer) => answer.code)).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0]);
  expect((await runCli(['replay', 'latest', '--json'], { cwd })).json()).toMatchObject({ replay: { reproduced: true } });
});
