/** Shards put together are the run they would have been on one machine; what is not exactly all shards of one whole is refused. */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isOfShard } from '../../src/commands/test/shard-tests.ts';
import { typed } from '../support/typed.ts';
import { type CliAnswer, project } from './run-cli.ts';

const files = {
  'main.fozzy.ts': `import { simulation } from 'fozzy';
    export default simulation('sum', (sim) => {
      let value = 0;
      for (const name of ['a', 'b', 'c']) sim.client(name, async () => {
        for (let i = 0; i < 3; i += 1) { const seen = value; await sim.sleep(1); value = seen + 1; await sim.sleep(sim.choose('pause', 3)); }
      });
      sim.finally('sum', () => { if (value === 6) throw new Error('the sum is ' + value); });
    });`,
};

interface Told {
  readonly identity: { readonly artifactsDir: string; readonly tracePath?: string };
  readonly results?: readonly { readonly tracePath?: string; readonly ordinal: number; readonly durationMs: number }[];
}

/** Everything but times, ids and places. */
function told(answer: CliAnswer) {
  const { status, search, findings, faults, simulation, tests, memory, results, virtualTimeMs } = answer.json() as Record<string, unknown> &
    Told;
  const plain = results?.map((result) => ({ ...result, tracePath: result.tracePath !== undefined, durationMs: 0 }));
  return { code: answer.code, status, search, findings, faults, simulation, tests, memory, results: plain, virtualTimeMs };
}

/** The shards of one command, kept as a pipeline keeps them: each in a folder of its own, away from where it was made. */
async function shards(words: readonly string[], of: number, cwd: string): Promise<readonly string[]> {
  const kept: string[] = [];
  mkdirSync(join(cwd, 'kept'), { recursive: true });
  for (let index = 1; index <= of; index += 1) {
    const answer = await typed([...words, '--shard', `${index}/${of}`, '--json'], { cwd });
    const { artifactsDir } = (answer.json() as unknown as Told).identity;
    const folder = join('kept', `${words[0]}-${index}-of-${of}`);
    cpSync(join(cwd, artifactsDir), join(cwd, folder), { recursive: true });
    kept.push(folder);
  }
  rmSync(join(cwd, '.fozzy'), { recursive: true });
  return kept;
}

describe('shards of a search', () => {
  test('together are the search, with the trace of the first failure, and replay it', async () => {
    const cwd = project(files);
    const words = ['explore', 'main.fozzy.ts', '--schedule', 'random', '--seed', '5', '--runs', '120'];
    const whole = told(await typed([...words, '--jobs', '1', '--json'], { cwd }));
    expect([whole.code, whole.status]).toEqual([1, 'fail']);
    const [one = '', two = '', three = ''] = await shards(words, 3, cwd);
    const merged = await typed(['report', 'merge', two, three, one, '--json'], { cwd });
    expect(told(merged)).toEqual(whole);
    expect((await typed(['replay', 'latest'], { cwd })).code).toBe(1);

    const refused = async (...names: readonly string[]) => {
      const { code, stderr } = await typed(['report', 'merge', ...names], { cwd });
      return `${code} ${stderr}`;
    };
    expect(await refused(one, two)).toMatch(/^2 [\s\S]*shards are missing: 3\/3/u);
    expect(await refused(one, two, three, two)).toMatch(/^2 [\s\S]*are both shard 2\/3/u);
    const [other = ''] = await shards(['explore', 'main.fozzy.ts', '--schedule', 'random', '--seed', '6', '--runs', '20'], 1, cwd);
    expect(await refused(one, other)).toMatch(/^2 [\s\S]*one is of 3, the other of 1/u);
    const json = JSON.parse(readFileSync(join(cwd, other, 'shard.json'), 'utf8'));
    expect(json).toMatchObject({ key: { seed: '6', runs: 20 }, shard: { index: 1, of: 1 } });
  });
});

test('shards of a search of everything together have the certificate that none of them has', async () => {
  const cwd = project({
    'few.fozzy.ts': `import { simulation } from 'fozzy';
      export default simulation('few', (sim) => {
        for (const name of ['a', 'b']) sim.client(name, async () => { await sim.sleep(1); await sim.sleep(sim.choose('pause', 2)); });
        sim.client('c', () => sim.sleep(1));
      });`,
  });
  const words = ['explore', 'few.fozzy.ts', '--schedule', 'dfs', '--seed', '5', '--runs', '5000'];
  interface Searched {
    readonly search: { readonly certificate?: string; readonly exhaustive: boolean; readonly schedules: number };
  }
  const whole = (await typed([...words, '--json'], { cwd })).json() as unknown as Searched;
  const kept = await shards(words, 2, cwd);
  for (const folder of kept) {
    const { search } = JSON.parse(readFileSync(join(cwd, folder, 'report.json'), 'utf8')) as Searched;
    expect([search.certificate, search.exhaustive]).toEqual([undefined, false]);
    expect(search.schedules).toBeLessThan(whole.search.schedules);
  }
  const { search } = (await typed(['report', 'merge', ...kept, '--json'], { cwd })).json() as unknown as Searched;
  expect([search.exhaustive, search.schedules]).toEqual([true, whole.search.schedules]);
  expect((await typed(['certificate', 'verify', search.certificate ?? ''], { cwd })).code).toBe(0);
});

describe('shards of a test', () => {
  const scenario = (name: string, b: number) => ({
    version: 1,
    name,
    steps: [
      { type: 'memory_alloc', bytes: 10, key: 'm' },
      { type: 'memory_free', key: 'm' },
      { type: 'assert_eq_int', a: 1, b },
    ],
  });
  const tests = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name, at) => [`tests/${name}.fozzy.json`, scenario(name, at === 3 ? 2 : 1)]),
  );

  test('together are the test, with the traces of what failed', async () => {
    const cwd = project(tests);
    const words = ['test', '--det', '--seed', '9'];
    const whole = told(await typed([...words, '--json'], { cwd }));
    expect([whole.code, whole.tests]).toEqual([1, { passed: 4, failed: 1, skipped: 0, notRun: 0 }]);
    const kept = await shards(words, 2, cwd);
    const merged = await typed(['report', 'merge', ...kept, '--json'], { cwd });
    expect(told(merged)).toEqual(whole);
    const [trace = ''] = (merged.json() as unknown as Told).results?.flatMap(({ tracePath }) => tracePath ?? []) ?? [];
    expect((await typed(['replay', trace], { cwd })).code).toBe(1);
  });

  test('are disjoint and complete, and a new file moves no other one', () => {
    const paths = Array.from({ length: 300 }, (_, at) => `tests/area-${at % 7}/case-${at}.fozzy.json`);
    for (const of of [1, 2, 3, 8]) {
      const owners = paths.map((path) => Array.from({ length: of }, (_, index) => index).filter((index) => isOfShard(path, { index, of })));
      expect(owners.every((indices) => indices.length === 1)).toBe(true);
      const sizes = Array.from({ length: of }, (_, index) => owners.filter(([owner]) => owner === index).length);
      expect(Math.min(...sizes)).toBeGreaterThan(paths.length / of / 2);
    }
  });
});
