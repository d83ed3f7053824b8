/** Defects that a predecessor of Fozzy had, one test each: none of them may come back. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { perform, readTrace, refusal } from '../support/in-process.ts';
import { normalise } from '../support/normalise.ts';
import { project, runCli } from './run-cli.ts';

const failing = { version: 1, name: 'failing', steps: [{ type: 'fail', message: 'x' }] };
const passing = { version: 1, name: 'passing', steps: [{ type: 'set_kv', key: 'k', value: 'v' }] };
const distributed = {
  version: 1,
  name: 'd',
  distributed: { nodes: ['a', 'b'], steps: [{ type: 'client_put', node: 'a', key: 'k', value: 'v' }] },
};
const suites = { version: 1, name: 's', suites: { all: { include: ['ok.fozzy.json'] } } };

describe('a recorded trace embeds the path it really has', () => {
  const embedded = (path: string | undefined) => readTrace(path).document.summary.identity.tracePath;

  test('for run, with every collision policy', async () => {
    const cwd = project({ 'a.fozzy.json': failing });
    const record = (recordCollision: string) =>
      perform(cwd, 'run', { scenario: 'a.fozzy.json', det: true, record: './out/../t.fozzy', recordCollision });
    for (const [policy, name] of [
      ['append', 't.fozzy'],
      ['append', 't.1.fozzy'],
      ['append', 't.2.fozzy'],
      ['overwrite', 't.fozzy'],
    ] as const) {
      const { identity } = await record(policy);
      expect([policy, identity.tracePath, embedded(identity.tracePath)]).toEqual([policy, join(cwd, name), join(cwd, name)]);
    }
    const error = await refusal(cwd, 'run', { scenario: 'a.fozzy.json', det: true, record: 't.fozzy', recordCollision: 'error' });
    expect([error.code, error.message]).toEqual(['record_collision', expect.stringContaining('record collision')]);
    expect(`${error.message} ${error.hint}`).toMatch(/append.*overwrite|overwrite.*append/su);
  });

  test('for run without --record, in its report as well', async () => {
    const cwd = project({ 'a.fozzy.json': failing });
    const { identity } = await perform(cwd, 'run', { scenario: 'a.fozzy.json', det: true });
    expect(identity.tracePath).toBe(join(cwd, identity.artifactsDir, 'trace.fozzy'));
    expect(embedded(identity.tracePath)).toBe(identity.tracePath);
    expect(JSON.parse(readFileSync(join(cwd, identity.reportPath), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(readTrace(identity.tracePath).document.summary)),
    );
  });

  test('for test, with one and with several scenarios, appending and overwriting', async () => {
    const cwd = project({ 'tests/a.fozzy.json': failing, 'tests/b.fozzy.json': passing });
    for (const [recordCollision, names] of [
      ['append', ['t.1.fozzy', 't.2.fozzy']],
      ['append', ['t.1.1.fozzy', 't.2.1.fozzy']],
      ['overwrite', ['t.1.fozzy', 't.2.fozzy']],
    ] as const) {
      const { results } = await perform(cwd, 'test', { det: true, record: 't.fozzy', recordCollision });
      const paths = results?.map((result) => result.tracePath) ?? [];
      expect([recordCollision, paths]).toEqual([recordCollision, names.map((name) => join(cwd, name))]);
      expect(paths.map(embedded)).toEqual(paths);
    }
    const { results } = await perform(cwd, 'test', { patterns: ['tests/a.fozzy.json'], det: true, record: 'one.fozzy' });
    expect(results?.map((result) => [result.tracePath, embedded(result.tracePath)])).toEqual([
      [join(cwd, 'one.fozzy'), join(cwd, 'one.fozzy')],
    ]);
  });
});

describe('an explicit scenario path that is missing', () => {
  test.each([
    [['nope.fozzy.json']],
    [['tests/ok.fozzy.json', 'nope.fozzy.json']],
    [['tests/*.fozzy.json', 'nope.fozzy.json', 'neither.fozzy.json']],
  ])('fails %j before anything runs', async (patterns) => {
    const cwd = project({ 'tests/ok.fozzy.json': passing });
    const error = await refusal(cwd, 'test', { patterns, det: true });
    expect([error.code, error.message]).toEqual([
      'scenario_path_not_found',
      expect.stringContaining('explicit scenario path(s) not found: '),
    ]);
    expect(error.details?.['paths']).toEqual(patterns.filter((pattern) => pattern.startsWith('n')));
    expect(existsSync(join(cwd, '.fozzy'))).toBe(false);
  });

  test('is proposed its nearest neighbour, while a glob that matches nothing is its own error', async () => {
    const cwd = project({ 'tests/checkout.fozzy.json': passing });
    expect((await refusal(cwd, 'test', { patterns: ['tests/chekout.fozzy.json'] })).hint).toContain('tests/checkout.fozzy.json');
    expect((await refusal(cwd, 'test', { patterns: ['none/**/*.fozzy.json'] })).code).toBe('no_match');
    expect((await perform(cwd, 'test', { patterns: ['none/*.fozzy.json', 'tests/*.fozzy.json'], det: true })).status).toBe('pass');
  });
});

describe('init', () => {
  test('writes the config it is told to, and only that one', async () => {
    const cwd = project();
    const answer = await runCli(['--config', 'custom.toml', 'init', '--json'], { cwd });
    expect([answer.code, answer.json()['config']]).toEqual([0, expect.stringContaining('custom.toml')]);
    expect([existsSync(join(cwd, 'custom.toml')), existsSync(join(cwd, 'fozzy.toml'))]).toEqual([true, false]);
  });

  test('refuses a second time, and with --force keeps what was edited', async () => {
    const cwd = project();
    await perform(cwd, 'init', {}, { config: 'custom.toml' });
    writeFileSync(join(cwd, 'custom.toml'), '# mine\nbase_dir = ".fozzy"\n');
    writeFileSync(join(cwd, 'README.md'), 'mine');
    expect((await refusal(cwd, 'init', {}, { config: 'custom.toml' })).code).toBe('output_exists');
    expect(readFileSync(join(cwd, 'custom.toml'), 'utf8')).toContain('# mine');
    expect(await perform(cwd, 'init', { force: true }, { config: 'custom.toml' })).toMatchObject({
      kept: expect.arrayContaining([expect.objectContaining({ path: 'custom.toml' })]),
    });
    expect([readFileSync(join(cwd, 'custom.toml'), 'utf8'), readFileSync(join(cwd, 'README.md'), 'utf8')]).toEqual([
      '# mine\nbase_dir = ".fozzy"\n',
      'mine',
    ]);
  });

  test('without --config still creates fozzy.toml', async () => {
    const cwd = project();
    await perform(cwd, 'init');
    expect(existsSync(join(cwd, 'fozzy.toml'))).toBe(true);
  });
});

test('a distributed scenario is never skipped while the command reports success', async () => {
  const cwd = project({ 'tests/ok.fozzy.json': passing, 'tests/d.fozzy.json': distributed });
  for (const patterns of [[], ['tests/*.fozzy.json'], ['tests/ok.fozzy.json', 'tests/d.fozzy.json']]) {
    const error = await refusal(cwd, 'test', { patterns, det: true });
    expect([error.code, error.message]).toEqual(['distributed_in_test', expect.stringContaining('must be run with `fozzy explore`')]);
  }
  expect(existsSync(join(cwd, '.fozzy'))).toBe(false);
});

describe('validate and the commands that execute agree', () => {
  const broken: Readonly<Record<string, object | string>> = {
    'a nested duration': { version: 1, name: 'x', steps: [{ type: 'assert_throws', steps: [{ type: 'sleep', duration: '5' }] }] },
    'a nested combination of fields': {
      version: 1,
      name: 'x',
      steps: [
        {
          type: 'assert_rejects',
          steps: [{ type: 'repeat', times: 1, steps: [{ type: 'get_kv_assert', key: 'k', equals: 'v', is_null: true }] }],
        },
      ],
    },
    'an unknown nested step': {
      version: 1,
      name: 'x',
      steps: [
        {
          type: 'parallel',
          tasks: [
            { name: 'a', steps: [{ type: 'nope' }] },
            { name: 'b', steps: [{ type: 'unfreeze' }] },
          ],
        },
      ],
    },
    'an empty nested list': { version: 1, name: 'x', steps: [{ type: 'assert_throws', steps: [] }] },
    'declarations only': { version: 1, name: 'x', steps: [{ type: 'proc_when', cmd: 'x', exit_code: 0 }] },
    'no JSON at all': '{ "version": 1, ',
    'a newer version': { version: 2, name: 'x', steps: [{ type: 'unfreeze' }] },
    'two variants': { version: 1, name: 'x', steps: [{ type: 'unfreeze' }], suites: {} },
    'a distributed file without nodes': {
      version: 1,
      name: 'x',
      distributed: { steps: [{ type: 'client_put', node: 'a', key: 'k', value: 'v' }] },
    },
  };
  for (const [what, content] of Object.entries(broken)) {
    test(`about ${what}`, async () => {
      const cwd = project({ 'a.fozzy.json': content });
      const validated = Object(await perform(cwd, 'validate', { scenario: 'a.fozzy.json' }));
      expect(validated.ok).toBe(false);
      const run = await refusal(cwd, 'run', { scenario: 'a.fozzy.json', det: true });
      expect([run.code, run.details?.['problems']]).toEqual(['scenario_invalid', validated.problems]);
      expect(existsSync(join(cwd, '.fozzy'))).toBe(false);
    });
  }

  test('about files of the wrong kind, naming the right command', async () => {
    const cwd = project({ 'd.fozzy.json': distributed, 's.fozzy.json': suites, 'ok.fozzy.json': passing });
    const told = async (scenario: string) => {
      const { code, message, hint } = await refusal(cwd, 'run', { scenario });
      return [code, `${message} ${hint}`];
    };
    expect(await told('d.fozzy.json')).toEqual(['wrong_variant', expect.stringContaining('fozzy explore')]);
    expect(await told('s.fozzy.json')).toEqual(['wrong_variant', expect.stringContaining('fozzy test')]);
  });
});

test('path, ./path, absolute path, run id, run directory and alias select the same trace', async () => {
  const cwd = project({ 'a.fozzy.json': failing });
  const { identity } = await perform(cwd, 'run', { scenario: 'a.fozzy.json', det: true, seed: 7 });
  const path = relative(cwd, String(identity.tracePath));
  const selectors = [
    path,
    `./${path}`,
    String(identity.tracePath),
    identity.runId,
    identity.artifactsDir,
    join(cwd, identity.artifactsDir),
    'latest',
    'last-fail',
    'LATEST',
  ];
  const verdicts = await Promise.all(selectors.map(async (trace) => normalise(await perform(cwd, 'trace verify', { runOrTrace: trace }))));
  for (const [index, verdict] of verdicts.entries()) expect([selectors[index], verdict]).toEqual([selectors[index], verdicts[0]]);
  for (const runOrTrace of selectors.slice(0, 6)) {
    const replayed = await perform(cwd, 'replay', { runOrTrace });
    expect([runOrTrace, replayed.replay?.reproduced, replayed.identity.tracePath]).toEqual([runOrTrace, true, identity.tracePath]);
  }
  mkdirSync(join(cwd, 'moved'));
  renameSync(join(cwd, '.fozzy'), join(cwd, 'moved', 'elsewhere'));
  const moved = join('moved', 'elsewhere', 'runs', identity.runId);
  for (const runOrTrace of [moved, join(moved, 'trace.fozzy')])
    expect((await perform(cwd, 'replay', { runOrTrace })).replay?.reproduced).toBe(true);
});

test('library and program load the config alike: no fallback, the same code for the same flaw', async () => {
  const cases = { 'base_dir = 7\n': 'config_invalid', 'base_dir = \n': 'config_invalid', 'bas_dir = "x"\n': 'config_unknown_key' };
  for (const [text, code] of Object.entries(cases)) {
    const cwd = project({ 'fozzy.toml': text, 'a.fozzy.json': passing });
    expect([text, (await refusal(cwd, 'run', { scenario: 'a.fozzy.json' })).code]).toEqual([text, code]);
    expect([text, (await runCli(['run', 'a.fozzy.json', '--json'], { cwd })).json()['code']]).toEqual([text, code]);
    expect(readdirSync(cwd).toSorted()).toEqual(['a.fozzy.json', 'fozzy.toml']);
  }
  expect((await refusal(project({ 'a.fozzy.json': passing }), 'run', { scenario: 'a.fozzy.json' }, { config: 'missing.toml' })).code).toBe(
    'config_not_found',
  );
});

test('oversized output of a process and of a server is cut off while it streams', async () => {
  const server = createServer((_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const push = () => void (response.destroyed || response.write(chunk, () => setImmediate(push)));
    push();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => server.close(() => undefined).closeAllConnections());
  const endless = [
    [{ type: 'proc_spawn', cmd: 'yes' }, 'proc_spawn_host', 'stdout exceeded limit'],
    [{ type: 'proc_spawn', cmd: 'sh', args: ['-c', 'yes >&2'] }, 'proc_spawn_host', 'stderr exceeded limit'],
    [
      { type: 'http_request', method: 'GET', path: `http://127.0.0.1:${Object(server.address()).port}/` },
      'http_host_request',
      'host http body exceeded limit',
    ],
  ] as const;
  for (const [step, title, told] of endless) {
    const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps: [step] } });
    const { findings } = await perform(cwd, 'run', { scenario: 'a.fozzy.json' }, { backends: { proc: 'host', http: 'host' } });
    expect(findings).toMatchObject([{ title, message: expect.stringContaining(told) }]);
    expect(findings[0]?.location?.details?.['excerpt']).toMatch(/^[^]{100}/);
    expect((await perform(cwd, 'replay', { runOrTrace: 'latest' })).replay?.reproduced).toBe(true);
  }
});

test('an edit is seen by the next execution, in one long-lived process', async () => {
  const cwd = project({ 'tests/a.fozzy.json': failing });
  for (const [content, status] of [
    [failing, 'fail'],
    [passing, 'pass'],
    [failing, 'fail'],
  ] as const) {
    writeFileSync(join(cwd, 'tests/a.fozzy.json'), JSON.stringify(content));
    expect((await perform(cwd, 'run', { scenario: 'tests/a.fozzy.json', det: true })).status).toBe(status);
    expect((await perform(cwd, 'test', { det: true })).status).toBe(status);
  }
});
