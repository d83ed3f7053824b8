/** Full disks, kills and crowds: the commands that search, profile, merge and hand on lose nothing and leave no half of anything. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { perform, performCommand } from '../support/built.ts';
import { fullDisk } from '../support/full-disk.ts';
import { bin, project, runCli } from './run-cli.ts';

const files = {
  'tests/a.fozzy.json': {
    version: 1,
    name: 'a',
    steps: [
      { type: 'memory_alloc', key: 'm', bytes: 5 },
      { type: 'sleep', duration: '5ms' },
      { type: 'fail', message: 'no' },
    ],
  },
  'd.fozzy.json': {
    version: 1,
    name: 'd',
    distributed: {
      nodes: ['a', 'b', 'c'],
      steps: [
        { type: 'client_put', node: 'a', key: 'x', value: '1' },
        { type: 'client_put', node: 'b', key: 'x', value: '2' },
      ],
      invariants: [{ type: 'kv_present_on_all', key: 'x' }],
    },
  },
  'src/parse.ts': 'export const parse = (text: string): number => (text === "" ? 0 : text.charCodeAt(0) % 7 === 3 ? 1 : text.length);\n',
};

/** A project with a recorded run, a shard and a small corpus. */
async function prepared(): Promise<{ readonly cwd: string; readonly shard: string }> {
  const cwd = project(files);
  await perform(cwd, 'run', { scenario: 'tests/a.fozzy.json', det: true, seed: 7, record: 't.fozzy' });
  const { identity } = await perform(cwd, 'test', { det: true, seed: 1, shard: '1/1', patterns: ['tests/*.fozzy.json'] });
  mkdirSync(join(cwd, 'corpus'));
  for (const name of ['one', 'two', 'three']) writeFileSync(join(cwd, 'corpus', name), 'same');
  await performCommand('corpus export', { dir: 'corpus', out: 'corpus.zip' }, { cwd });
  return { cwd, shard: identity.runId };
}

/** Every file and its content. */
function contentOf(cwd: string): Readonly<Record<string, string>> {
  const names = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(names.map((entry) => join(entry.parentPath, entry.name)).map((path) => [path, readFileSync(path, 'latin1')]));
}

const writers = (shard: string): readonly (readonly string[])[] => [
  ['fuzz', 'src/parse.ts#parse', '--runs', '200', '--seed', '1'],
  ['explore', 'd.fozzy.json', '--runs', '20', '--seed', '1', '--jobs', '2'],
  ['replay', 't.fozzy', '--profile-regen'],
  ['profile', 'export', 't.fozzy', '--format', 'otlp', '--out', 'p.json'],
  ['profile', 'shrink', 't.fozzy', '--metric', 'alloc_bytes', '--out', 'small.fozzy'],
  ['corpus', 'add', 'corpus', 'src/parse.ts'],
  ['corpus', 'minimize', 'corpus'],
  ['corpus', 'import', 'corpus.zip', '--out', 'imported'],
  ['artifacts', 'bundle', 't.fozzy', '--out', 'bundle.zip'],
  ['memory', 'graph', 't.fozzy', '--out', 'graph.json'],
  ['report', 'merge', shard],
];

describe('a disk that takes no more', () => {
  test('is told of by every command that writes, and leaves everything as it was', { timeout: 120_000 }, async () => {
    const { cwd: original, shard } = await prepared();
    const { cwd, ask, free } = fullDisk(original);
    const before = contentOf(cwd);
    for (const words of writers(shard)) {
      const { status, stdout } = ask([...words, '--json']);
      expect([words, status, JSON.parse(stdout)]).toMatchObject([
        words,
        2,
        { status: 'error', code: 'io', details: { errno: expect.stringMatching(/^(?:ENOSPC|EFBIG)$/u) } },
      ]);
      expect([words, contentOf(cwd)]).toEqual([words, before]);
    }
    // What only reads still answers, and once there is room everything goes on.
    expect(ask(['map', 'suites', '--min-risk', '0', '--json']).status).toBe(0);
    expect(ask(['profile', 'top', 't.fozzy', '--json']).status).toBe(0);
    free();
    expect(ask(['corpus', 'minimize', 'corpus', '--json']).status).toBe(0);
    expect(ask(['artifacts', 'bundle', 't.fozzy', '--out', 'bundle.zip', '--json']).status).toBe(0);
  });
});

test('what a search found is told although nothing of it can be kept, its input included', { timeout: 60_000 }, () => {
  const source = 'export function parse(text: string): number { if (text.length > 3) throw new RangeError("too long"); return 1; }';
  const { ask } = fullDisk(project({ 'src/parse.ts': source }));
  const { status, stdout } = ask(['fuzz', 'src/parse.ts#parse', '--runs', '500', '--seed', '1', '--json']);
  expect([status, JSON.parse(stdout)]).toMatchObject([
    2,
    {
      code: 'io',
      message: expect.stringContaining('it ended with crash: uncaught_error: RangeError: too long'),
      details: {
        notKept: {
          status: 'crash',
          seed: '1',
          findings: [{ title: 'uncaught_error', location: { details: { input: expect.any(String) } } }],
        },
      },
    },
  ]);
});

/** Processes that work in a directory, this one not counted. */
function workingIn(cwd: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/u.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === cwd;
    } catch {
      return false;
    }
  });
}

describe('a command that is killed', () => {
  const long: readonly (readonly string[])[] = [
    ['fuzz', 'src/parse.ts#parse', '--time', '60s', '--seed', '1'],
    ['explore', 'd.fozzy.json', '--schedule', 'random', '--time', '60s', '--runs', '100000000', '--seed', '1', '--jobs', '2'],
    ['full', '--scenario-root', 'tests'],
  ];
  test.each(long)('%s leaves no process, loses nothing, and is in nobody’s way', async (...words) => {
    const { cwd, shard } = await prepared();
    const before = contentOf(cwd);
    const child = spawn(process.execPath, [bin, ...words, '--json'], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => child.once('close', resolve));
    // It has begun to work when it says so for the second time.
    let said = 0;
    child.stderr.on('data', () => {
      said += 1;
      if (said === 2) child.kill('SIGKILL');
    });
    await ended;
    await expect.poll(() => workingIn(cwd), { timeout: 20_000 }).toEqual([]);
    expect(contentOf(cwd)).toMatchObject(before);
    // The doctor knows what was left behind, and it is only what a killed command can leave.
    const { document } = await performCommand('doctor', {}, { cwd, strict: false });
    // Reason for the cast: it is the document of that command.
    const { issues } = document as { readonly issues: readonly { readonly code: string }[] };
    expect(issues.map(({ code }) => code).filter((code) => !/^(?:run_unfinished|leftover_temp_files|stale_lock)$/u.test(code))).toEqual([]);
    expect((await perform(cwd, 'report merge', { runs: [shard] })).status).toBe('fail');
    expect((await performCommand('corpus minimize', { dir: 'corpus' }, { cwd })).document).toMatchObject({ filesBefore: 3, filesAfter: 1 });
  });
});

test('twenty commands at once, searches and evidence among them, lose nothing', { timeout: 240_000 }, async () => {
  const { cwd, shard } = await prepared();
  const mixed: readonly (readonly string[])[] = [
    ['fuzz', 'src/parse.ts#parse', '--runs', '50', '--seed', '1', '--det'],
    ['fuzz', 'src/parse.ts#parse', '--runs', '50', '--seed', '2'],
    ['explore', 'd.fozzy.json', '--runs', '20', '--seed', '1', '--jobs', '2'],
    ['replay', 't.fozzy'],
    ['profile', 'shrink', 't.fozzy', '--metric', 'alloc_bytes', '--out', 'small.fozzy'],
    ['profile', 'export', 't.fozzy', '--format', 'pprof', '--out', 'p.pb.gz'],
    ['map', 'suites', '--min-risk', '0'],
    ['corpus', 'add', 'corpus', 'src/parse.ts'],
    ['artifacts', 'bundle', 't.fozzy', '--out', 'bundle.zip'],
    ['report', 'merge', shard],
  ];
  const commands = [...mixed, ...mixed];
  const runsBefore = readdirSync(join(cwd, '.fozzy/runs')).length;
  const answers = await Promise.all(commands.map((words) => runCli([...words, '--json'], { cwd })));
  const failing = new Set(['replay', 'report']);
  for (const [index, { code, stderr }] of answers.entries()) {
    const words = commands[index] ?? [];
    expect([words, code, code === (failing.has(words[0] ?? '') ? 1 : 0) ? '' : stderr]).toEqual([
      words,
      failing.has(words[0] ?? '') ? 1 : 0,
      '',
    ]);
  }
  // Reason for the cast: of these commands some answer with a summary.
  const runIds = answers.flatMap((answer) => (answer.json() as { identity?: { runId: string } }).identity?.runId ?? []);
  expect(new Set(runIds).size).toBe(10);
  const runs = readdirSync(join(cwd, '.fozzy/runs'));
  expect(runs).toEqual(expect.arrayContaining(runIds));
  // A shrink by a metric is a run as well.
  expect(runs.length).toBe(runsBefore + runIds.length + 2);
  const { document } = await performCommand('doctor', {}, { cwd });
  expect(document).toMatchObject({ ok: true, issues: [] });
});
