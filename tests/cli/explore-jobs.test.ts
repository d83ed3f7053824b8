/** A divided search: however many processes make its runs, and whatever becomes of them, it finds the same. */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { longer } from '../support/budget.ts';
import { type CliAnswer, project, runCli } from './run-cli.ts';

const files = {
  'main.fozzy.ts': `import { simulation } from 'fozzy';
    const race = (wrong) => (sim) => {
      let value = 0;
      for (const name of ['a', 'b', 'c']) sim.client(name, async () => {
        for (let i = 0; i < 3; i += 1) { const seen = value; await sim.sleep(1); value = seen + 1; await sim.sleep(sim.choose('pause', 3)); }
      });
      sim.finally('sum', () => { if (value === wrong) throw new Error('the sum is ' + value); });
    };
    export const fine = simulation('fine', race(-1));
    export const few = simulation('few', (sim) => {
      for (const name of ['a', 'b']) sim.client(name, async () => { await sim.sleep(1); await sim.sleep(sim.choose('pause', 2)); });
    });
    export const rare = simulation('rare', race(6));
    import deadly from 'deadly';
    export const fatal = simulation('fatal', { external: ['deadly'] }, (sim) => {
      sim.client('c', async () => { for (let i = 0; i < 5; i += 1) if (sim.choose('way', 4) === 3 && i === 4) deadly.end(); });
    });`,
  'node_modules/deadly/package.json': { name: 'deadly', version: '1.0.0', main: 'index.js' },
  'node_modules/deadly/index.js': 'const host = process; exports.end = () => host.reallyExit(7);',
  'd.fozzy.json': {
    version: 1,
    name: 'replica',
    distributed: {
      nodes: ['a', 'b', 'c'],
      steps: [
        { type: 'client_put', node: 'a', key: 'x', value: '1' },
        { type: 'client_put', node: 'b', key: 'x', value: '2' },
        { type: 'client_put', node: 'c', key: 'x', value: '3' },
      ],
      faults: [{ type: 'loss', from: 'c', max: 1 }],
      invariants: [{ type: 'kv_all_equal', key: 'x' }],
    },
  },
};

/** Everything but times and ids. */
function told(answer: CliAnswer) {
  const { status, search: whole, findings, faults, simulation, shrink, virtualTimeMs } = answer.json();
  const { certificate, ...search } = whole as { certificate?: string };
  return { code: answer.code, status, search, isCertified: certificate !== undefined, findings, faults, simulation, shrink, virtualTimeMs };
}

/** Processes that work in the folder; the command itself is one of them. */
function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('simulation-worker');
      } catch {
        return false;
      }
    })
    .map(Number);
}

const runs = String(longer(160));

describe('the same result for any number of jobs', () => {
  test.each([
    ['a simulation that holds', ['main.fozzy.ts', '--only', 'fine'], 0, ['2', '4']],
    ['a simulation that fails in rare orders', ['main.fozzy.ts', '--only', 'rare', '--schedule', 'random'], 1, ['4']],
    ['a distributed scenario', ['d.fozzy.json'], 1, ['2']],
    ['everything there is', ['main.fozzy.ts', '--only', 'few', '--schedule', 'dfs'], 0, ['3']],
    ['the first of more than can be waited for', ['d.fozzy.json', '--schedule', 'bfs'], 0, ['2']],
  ] as const)('%s', async (_name, words, code, others) => {
    const cwd = project(files);
    const explore = (jobs: string) => runCli(['explore', ...words, '--seed', '5', '--runs', runs, '--jobs', jobs, '--json'], { cwd });
    const one = told(await explore('1'));
    expect(one.code).toBe(code);
    for (const jobs of others) expect(told(await explore(jobs))).toEqual(one);
  });
});

describe.runIf(process.platform === 'linux')('workers', () => {
  test('that are killed change nothing', async () => {
    const cwd = realpathSync(project(files));
    const words = ['explore', 'main.fozzy.ts', '--only', 'fine', '--seed', '5', '--runs', '4000', '--jobs', '2', '--json'];
    const undisturbed = told(await runCli(words, { cwd }));
    let killed = 0;
    const disturbed = await runCli(words, {
      cwd,
      meanwhile: (child) => {
        // Not before it has begun: the first word of progress says that it has.
        child.stderr?.on('data', (text: Buffer) => {
          const [worker] = killed === 0 && text.includes('"tick"') ? processesIn(cwd) : [];
          if (worker === undefined || !/"done":[1-9]/u.test(String(text))) return;
          killed = worker;
          process.kill(worker, 'SIGKILL');
        });
      },
    });
    expect(killed).toBeGreaterThan(0);
    expect(told(disturbed)).toEqual(undisturbed);
  });

  test('are gone after Ctrl-C, and the report says who ended the search', async () => {
    const cwd = realpathSync(project(files));
    const answer = await runCli(['explore', 'main.fozzy.ts', '--only', 'fine', '--runs', '1000000', '--jobs', '2', '--json'], {
      cwd,
      meanwhile: (child) => {
        void vi.waitUntil(() => processesIn(cwd).length === 2, { timeout: 30_000 }).then(() => child.kill('SIGINT'));
      },
    });
    const { details } = answer.json() as { details?: { reportPath?: string } };
    const report = JSON.parse(readFileSync(join(cwd, details?.reportPath ?? ''), 'utf8'));
    expect([answer.code, report]).toMatchObject([2, { interrupted: true, search: { stoppedBy: 'interrupted', exhaustive: false } }]);
    await vi.waitUntil(() => processesIn(cwd).length === 0, { timeout: 30_000 });
    expect(processesIn(cwd)).toEqual([]);
  });

  test.each(['portfolio', 'dfs'])('that the subject ends under %s are a finding, which replays', async (schedule) => {
    const cwd = project(files);
    const words = ['explore', 'main.fozzy.ts', '--only', 'fatal', '--schedule', schedule, '--seed', '5', '--runs', '200', '--jobs', '2'];
    const found = await runCli([...words, '--json'], { cwd });
    const { status, findings, identity } = found.json() as {
      status: string;
      findings: { title: string }[];
      identity: { tracePath: string };
    };
    expect([found.code, status, findings.map(({ title }) => title)]).toEqual([4, 'crash', ['node_crashed']]);
    expect((await runCli(['replay', identity.tracePath], { cwd })).code).toBe(4);
  });
});

test('what cannot be divided is refused with what to write instead', async () => {
  const cwd = project(files);
  for (const [words, said] of [
    [['--jobs', '17'], '1 to 16 processes'],
    [['--shard', '3/2', '--seed', '1'], 'expected i/n'],
    [['--shard', '1/2'], 'needs --seed'],
  ] as const) {
    const { code, stderr } = await runCli(['explore', 'main.fozzy.ts', '--only', 'fine', ...words], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  }
});
