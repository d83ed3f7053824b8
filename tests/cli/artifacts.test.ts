/** `fozzy artifacts` on real runs: the same files for every way to name a run, safe targets, and exports that can be used as runs again. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project, runCli } from './run-cli.ts';

const failing = {
  version: 1,
  name: 'a',
  steps: [
    { type: 'trace_event', name: 'hello' },
    { type: 'fail', message: 'no' },
  ],
};
const passing = { version: 1, name: 'b', steps: [{ type: 'rand_u64' }] };

async function recorded(...args: readonly string[]): Promise<{ readonly cwd: string; readonly runId: string; readonly runDir: string }> {
  const cwd = project({ 'a.fozzy.json': failing, 'b.fozzy.json': passing });
  const answer = await typed([...(args.length === 0 ? ['run', 'a.fozzy.json', '--det'] : args), '--json'], { cwd });
  const { identity } = answer.json() as { identity: { runId: string } };
  return { cwd, runId: identity.runId, runDir: join(cwd, '.fozzy/runs', identity.runId) };
}

function zipTexts(path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(unzipSync(readFileSync(path))).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  );
}

function jsonOf(text: string | undefined): unknown {
  return JSON.parse(text ?? 'null');
}

describe('artifacts ls', () => {
  test('lists the same files for an alias, an id, a directory and a trace, the trace first', async () => {
    const { cwd, runId, runDir } = await recorded();
    const answers = [];
    for (const selector of ['latest', runId, `./.fozzy/runs/${runId}`, join(runDir, 'trace.fozzy')]) {
      const answer = await typed(['artifacts', 'ls', selector, '--json'], { cwd });
      expect([selector, answer.code]).toEqual([selector, 0]);
      answers.push(answer.json());
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const { entries, ...rest } = answers[0] as { entries: readonly { kind: string; path: string; sizeBytes: number }[] };
    expect(rest).toEqual({ schemaVersion: 'fozzy.artifacts_ls.v1', type: 'list' });
    expect(entries.map((entry) => entry.kind)).toEqual([
      'trace',
      'events',
      'timeline',
      ...Array.from({ length: 6 }, () => 'profile'),
      'report',
      'manifest',
    ]);
    for (const { path, sizeBytes } of entries) expect(readFileSync(path)).toHaveLength(sizeBytes);
    expect((await typed(['artifacts', 'ls', 'latest'], { cwd })).stdout).toMatch(/^trace .*trace\.fozzy$/m);
  });

  test('refuses a damaged run and a changed trace', async () => {
    const { cwd, runDir } = await recorded();
    writeFileSync(join(cwd, 'x.fozzy'), readFileSync(join(runDir, 'trace.fozzy'), 'utf8').replace('"no"', '"yes"'));
    expect((await typed(['artifacts', 'ls', 'x.fozzy', '--json'], { cwd })).json()).toMatchObject({ code: 'trace_checksum' });
    writeFileSync(join(runDir, 'events.json'), '[]');
    expect((await typed(['artifacts', 'ls', 'latest', '--json'], { cwd })).json()).toMatchObject({ code: 'run_damaged' });
  });
});

describe('artifacts export', () => {
  test('makes a directory that is a run again, and a zip that unpacks to it', async () => {
    const { cwd, runId, runDir } = await recorded();
    const answer = await typed(['artifacts', 'export', 'latest', '--out', 'out/copy', '--json'], { cwd });
    const profiles = ['heap', 'latency', 'metrics', 'source', 'timeline'].map((part) => `profile.${part}.json`);
    const files = [
      'events.json',
      'export.json',
      'manifest.json',
      ...profiles,
      'report.json',
      'symbols.json',
      'timeline.json',
      'trace.fozzy',
    ];
    expect([answer.code, answer.json()]).toEqual([
      0,
      { schemaVersion: 'fozzy.artifacts_export.v1', type: 'exported', out: join(cwd, 'out/copy'), files },
    ]);
    expect(readdirSync(join(cwd, 'out/copy')).toSorted()).toEqual(files);
    await typed(['artifacts', 'export', runId, '--out', 'copy.zip'], { cwd });
    const texts = zipTexts(join(cwd, 'copy.zip'));
    for (const name of files) expect([name, texts[name]]).toEqual([name, readFileSync(join(cwd, 'out/copy', name), 'utf8')]);
    rmSync(runDir, { recursive: true });
    expect((await typed(['replay', 'out/copy', '--json'], { cwd })).json()).toMatchObject({ replay: { reproduced: true } });
  });

  test('takes a trace recorded elsewhere along, and says when it is gone', async () => {
    const { cwd } = await recorded('run', 'a.fozzy.json', '--det', '--record', 'kept/a.fozzy');
    await typed(['artifacts', 'export', 'latest', '--out', 'copy'], { cwd });
    expect(existsSync(join(cwd, 'copy/a.fozzy'))).toBe(true);
    cpSync(join(cwd, 'copy'), join(cwd, 'moved'), { recursive: true });
    // Even while the recorded one is still there: what lies elsewhere may go at any time.
    const beside = (await typed(['artifacts', 'ls', 'moved', '--json'], { cwd })).json();
    expect(beside).toMatchObject({
      entries: [{ kind: 'trace', path: join(cwd, 'moved/a.fozzy') }, ...Array.from({ length: 10 }, () => ({}))],
    });
    rmSync(join(cwd, 'kept'), { recursive: true });
    expect((await typed(['artifacts', 'ls', 'moved', '--json'], { cwd })).json()).toMatchObject({
      entries: [{ kind: 'trace', path: join(cwd, 'moved/a.fozzy') }, ...Array.from({ length: 10 }, () => ({}))],
    });
    const gone = await typed(['artifacts', 'export', 'latest', '--out', 'later', '--json'], { cwd });
    expect([gone.code, JSON.parse(gone.stderr)]).toMatchObject([0, { status: 'warning', code: 'trace_not_found' }]);
  });

  test('never writes over what is not its own', async () => {
    const { cwd } = await recorded();
    mkdirSync(join(cwd, 'mine'));
    writeFileSync(join(cwd, 'mine/report.json'), 'mine');
    writeFileSync(join(cwd, 'mine.zip'), 'mine');
    symlinkSync(join(cwd, 'mine'), join(cwd, 'link'));
    for (const [out, code] of [
      ['mine', 'output_exists'],
      ['mine.zip', 'output_exists'],
      ['a.fozzy.json', 'output_exists'],
      ['.', 'output_exists'],
      ['link', 'output_unsafe'],
      ['link/x.zip', 'output_unsafe'],
    ] as const) {
      const answer = await typed(['artifacts', 'export', 'latest', '--out', out, '--json'], { cwd });
      expect([out, answer.code, answer.json()['code']]).toEqual([out, 2, code]);
    }
    // Before a single run is looked at: what a bundle needs may take minutes.
    const early = await typed(['artifacts', 'bundle', 'no-such-run', '--out', 'mine', '--json'], { cwd });
    expect([early.code, early.json()['code']]).toEqual([2, 'output_exists']);
    expect(readdirSync(join(cwd, 'mine'))).toEqual(['report.json']);
    expect(readFileSync(join(cwd, 'mine.zip'), 'utf8')).toBe('mine');
  });

  test('needs a target', async () => {
    const answer = await typed(['artifacts', 'export', 'latest', '--json'], { cwd: (await recorded()).cwd });
    expect([answer.code, answer.json()]).toMatchObject([2, { code: 'usage', message: expect.stringContaining('--out') }]);
  });
});

describe('artifacts pack', () => {
  test('adds environment, version and the recorded command line, byte for byte the same each time', async () => {
    const { cwd } = await recorded('run', 'a.fozzy.json', '--det', '--seed', '5');
    expect((await typed(['artifacts', 'pack', 'latest', '--out', 'a.zip'], { cwd })).code).toBe(0);
    await runCli(['artifacts', 'pack', 'last-fail', '--out', 'b.zip'], { cwd, env: { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' } });
    expect(readFileSync(join(cwd, 'a.zip')).equals(readFileSync(join(cwd, 'b.zip')))).toBe(true);
    const texts = zipTexts(join(cwd, 'a.zip'));
    expect(jsonOf(texts['commandline.json'])).toMatchObject({
      commandLine: ['fozzy', 'run', 'a.fozzy.json', '--det', '--seed', '5', '--json'],
    });
    expect(jsonOf(texts['env.json'])).toMatchObject({ capabilities: { proc: { backend: 'scripted' } } });
    expect(jsonOf(texts['version.json'])).toMatchObject({ version: expect.any(String), recordedBy: { version: expect.any(String) } });
    expect(jsonOf(texts['export.json'])).toMatchObject({ contents: 'pack', containsHostCapture: false });
  });

  test('of a trace without its run holds what the trace knows', async () => {
    const { cwd, runDir } = await recorded();
    const report = readFileSync(join(runDir, 'report.json'), 'utf8');
    const events = readFileSync(join(runDir, 'events.json'), 'utf8');
    const other = project({ 'a.fozzy': readFileSync(join(runDir, 'trace.fozzy'), 'utf8') });
    expect((await typed(['artifacts', 'pack', 'a.fozzy', '--out', 'a.zip'], { cwd: other })).code).toBe(0);
    const texts = zipTexts(join(other, 'a.zip'));
    expect(Object.keys(texts)).toEqual([
      'a.fozzy',
      'commandline.json',
      'env.json',
      'events.json',
      'export.json',
      'report.json',
      'version.json',
    ]);
    expect([jsonOf(texts['report.json']), texts['events.json']]).toEqual([JSON.parse(report), events]);
    expect(cwd).not.toBe(other);
  });

  test('of a test run tells which trace each event is from', async () => {
    const { cwd, runDir } = await recorded('test', 'a.fozzy.json', 'b.fozzy.json', '--det', '--record', 'out/t.fozzy');
    await typed(['artifacts', 'pack', 'latest', '--out', 'a.zip'], { cwd });
    const texts = zipTexts(join(cwd, 'a.zip'));
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(['t.1.fozzy', 't.2.fozzy', 'report.json']));
    const rows = jsonOf(texts['events.json']) as readonly { trace: string; name: string }[];
    expect(rows).toContainEqual(expect.objectContaining({ trace: 't.1.fozzy', name: 'hello' }));
    expect(new Set(rows.map((row) => row.trace))).toEqual(new Set(['t.1.fozzy', 't.2.fozzy']));
    expect(existsSync(join(runDir, 'events.json'))).toBe(false);
  });

  test('of a passing run works without a trace', async () => {
    const { cwd } = await recorded('run', 'b.fozzy.json', '--det');
    const answer = await typed(['artifacts', 'pack', 'latest', '--out', 'a.zip', '--json'], { cwd });
    expect([answer.code, answer.json()['files']]).toEqual([0, expect.not.arrayContaining(['trace.fozzy'])]);
  });

  test('says that it holds data captured from the host', async () => {
    const cwd = project({
      'p.fozzy.json': {
        version: 1,
        name: 'p',
        steps: [
          { type: 'proc_spawn', cmd: process.execPath, args: ['-e', 'console.log(1)'] },
          { type: 'fail', message: 'no' },
        ],
      },
    });
    expect((await typed(['run', 'p.fozzy.json', '--proc-backend', 'host', '--json'], { cwd })).json()).toMatchObject({ status: 'fail' });
    const answer = await typed(['artifacts', 'pack', 'latest', '--out', 'p.zip'], { cwd });
    expect(answer.stdout).toContain('captured from the host');
    const texts = zipTexts(join(cwd, 'p.zip'));
    expect(jsonOf(texts['export.json'])).toMatchObject({ containsHostCapture: true });
    expect(jsonOf(texts['env.json'])).toMatchObject({ capabilities: { proc: { backend: 'host', deterministic: false } } });
    expect((await typed(['ci', 'latest'], { cwd })).code).toBe(0);
  });
});
