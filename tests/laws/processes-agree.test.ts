/** Law: where and how a command is executed changes nothing but ids, times and paths. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project, runCli } from '../cli/run-cli.ts';
import { perform } from '../support/in-process.ts';
import { normalise } from '../support/normalise.ts';

const racing = {
  version: 1,
  name: 'racing',
  steps: [
    { type: 'rand_u64', key: 'r' },
    {
      type: 'parallel',
      tasks: ['a', 'b', 'c'].map((name) => ({
        name,
        steps: [
          { type: 'sleep', duration: '3ms' },
          { type: 'set_kv', key: 'last', value: name },
        ],
      })),
    },
    { type: 'net_set_drop_rate', rate: 0.5 },
    {
      type: 'repeat',
      times: 4,
      steps: [
        { type: 'net_send', from: 'x', to: 'y', payload: 'ü' },
        { type: 'net_deliver_one', strategy: 'random' },
      ],
    },
    { type: 'memory_alloc', bytes: 5, key: 'm' },
    { type: 'memory_free', key: 'm' },
    { type: 'get_kv_assert', key: 'last', equals: 'nobody' },
  ],
};
const passing = { version: 1, name: 'passing', steps: [{ type: 'rand_u64', key: 'r' }] };
const slow = { version: 1, name: 'slow', steps: [{ type: 'sleep', duration: '1h' }] };
const invalid = { version: 1, name: 'invalid', steps: [{ type: 'sleep', duration: '1x' }, { type: 'sleeep' }] };
const files = {
  'tests/racing.fozzy.json': racing,
  'tests/passing.fozzy.json': passing,
  'tests/slow.fozzy.json': slow,
  'tests/crash.fozzy.json': { version: 1, name: 'crash', steps: [{ type: 'panic', message: 'x' }] },
};

function traceOf(path: unknown): unknown {
  return normalise(JSON.parse(readFileSync(String(path), 'utf8')));
}

describe('the same seed', () => {
  test('gives the same document and the same trace in two processes and in this one', async () => {
    const cwd = project(files);
    const args = ['run', 'tests/racing.fozzy.json', '--det', '--seed', '7', '--json'];
    const first = (await runCli(args, { cwd })).json();
    const second = (await runCli(args, { cwd, env: { TZ: 'Asia/Kathmandu', LANG: 'de_DE.UTF-8', COLUMNS: '20' } })).json();
    const here = await perform(cwd, 'run', { scenario: 'tests/racing.fozzy.json', det: true, seed: 7 });
    expect(normalise(second)).toEqual(normalise(first));
    expect(normalise(here)).toEqual(normalise(first));
    const traces = [first, second, here].map((document) => traceOf(Object(document).identity.tracePath));
    expect(traces[1]).toEqual(traces[0]);
    expect(traces[2]).toEqual(traces[0]);
  });

  test('gives another seed another run', async () => {
    const cwd = project(files);
    const seeds = await Promise.all(
      [1, 2, 3, 4].map((seed) => perform(cwd, 'run', { scenario: 'tests/racing.fozzy.json', det: true, seed })),
    );
    const decisions = seeds.map((summary) => Object(traceOf(summary.identity.tracePath)).decisions.hash);
    expect(new Set(decisions).size).toBe(4);
  });
});

describe('test', () => {
  test('gives the same results in the same order with one job and with eight', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`tests/n${index}.fozzy.json`, index % 3 === 0 ? racing : passing]),
    );
    const cwd = project({ ...files, ...many, 'tests/bad.fozzy.json': invalid });
    const one = await perform(cwd, 'test', { det: true, seed: 7, jobs: 1, timeout: '1m' });
    const eight = await perform(cwd, 'test', { det: true, seed: 7, jobs: 8, timeout: '1m' });
    expect(normalise(eight)).toEqual(normalise(one));
    expect(one.results?.map((result) => result.path)).toEqual(one.results?.map((result) => result.path).toSorted());
    expect(one).toMatchObject({ status: 'error', tests: { skipped: 0, notRun: 0 } });
  });

  test('says in the program what it says in this process', async () => {
    const cwd = project({ ...files, 'tests/bad.fozzy.json': invalid });
    const program = await runCli(['test', '--det', '--seed', '7', '--timeout', '1m', '--json'], { cwd });
    const here = await perform(cwd, 'test', { det: true, seed: 7, timeout: '1m' });
    expect(program.code).toBe(2);
    expect(normalise(JSON.parse(JSON.stringify(here)))).toEqual(normalise(program.json()));
  });

  test('names a seed for each result with which `run` repeats it', async () => {
    const cwd = project(files);
    const tested = await perform(cwd, 'test', { patterns: ['tests/racing.fozzy.json'], det: true, seed: 7 });
    const [result] = tested.results ?? [];
    const again = await perform(cwd, 'run', { scenario: 'tests/racing.fozzy.json', det: true, seed: result?.seed });
    expect([again.status, again.findings]).toEqual([result?.status, result?.findings]);
    expect(Object(traceOf(again.identity.tracePath)).decisions).toEqual(Object(traceOf(result?.tracePath)).decisions);
  });

  test('derives the seed of a file from base seed and path alone', async () => {
    const cwd = project({ 'tests/example.fozzy.json': passing, 'tests/other.fozzy.json': passing });
    const seedOf = async (patterns: readonly string[]) =>
      (await perform(cwd, 'test', { patterns, det: true, seed: 7 })).results?.find((result) => result.path === 'tests/example.fozzy.json')
        ?.seed;
    for (const patterns of [
      ['tests/example.fozzy.json'],
      ['tests/*.fozzy.json'],
      ['./tests/example.fozzy.json'],
      [join(cwd, 'tests/example.fozzy.json')],
    ])
      expect([patterns, await seedOf(patterns)]).toEqual([patterns, '14229281465285507490']);
  });
});
