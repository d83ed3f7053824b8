/** What simulations find is there on real Node; what real Node cannot do is never called confirmed; and nothing stays behind. */
import { readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { performCommand } from '../support/built.ts';
import { type ConfirmOptions, confirmRun } from '../../src/real/confirm-run.ts';
import type { FoundStep } from '../../src/real/found-order.ts';
import { confirmEntry } from '../../src/real/processes.ts';
import { project, runCli } from '../cli/run-cli.ts';

/** Races as in tests/quality/races, as a user would write them. */
const races = `import { access, appendFile, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { simulation } from 'fozzy';
const read = (path: string) => readFile(path, 'utf8').catch(() => '');
export const lostUpdate = simulation('lost update', (sim) => {
  let value = 0;
  const add = async () => { const before = value; await stat('/tmp'); value = before + 1; };
  sim.node('counter', () => { void add(); setTimeout(() => void add(), 3); });
  sim.finally('both count', () => value === 2);
});
export const counterFile = simulation('a counter in a file', (sim) => {
  const store = sim.node('store', () => {
    const add = async () => writeFile('/tmp/n', String(Number(await read('/tmp/n')) + 1));
    void add();
    setTimeout(() => void add(), 4);
  });
  sim.finally('both count', () => sim.disk(store).read('/tmp/n') === '2');
});
export const header = simulation('a header for two', (sim) => {
  const log = sim.node('log', () => {
    const begin = async () => { if ((await read('/tmp/log')) === '') await appendFile('/tmp/log', 'header'); };
    void begin();
    setTimeout(() => void begin(), 3);
  });
  sim.finally('one header', () => sim.disk(log).read('/tmp/log') === 'header');
});
export const lockFile = simulation('a lock that two hold', (sim) => {
  let holders = 0;
  sim.node('jobs', () => {
    const run = async () => {
      if (await access('/tmp/pid').then(() => true, () => false)) return;
      await writeFile('/tmp/pid', '');
      holders += 1;
      if (holders > 1) throw new Error('two hold the lock');
      await stat('/tmp');
      holders -= 1;
      await unlink('/tmp/pid');
    };
    void run();
    setTimeout(() => void run(), 3);
  });
});
export const early = simulation('used before it was loaded', (sim) => {
  let isEarly = false;
  sim.node('service', () => {
    let config: object | undefined;
    void stat('/tmp').then(() => { config = {}; });
    setTimeout(() => { isEarly = config === undefined; }, 5);
  });
  sim.finally('it was there', () => !isEarly);
});
const balances = (fixed: boolean) => simulation('a balance read and written' + (fixed ? ', fixed' : ''), (sim) => {
  let balance = 10;
  sim.node('bank', () => {
    createServer((request, response) => {
      const [, verb, amount] = (request.url ?? '').split('/');
      if (verb === 'set') balance = Number(amount);
      if (verb === 'add') balance += 1;
      response.end(String(balance));
    }).listen(80);
  });
  const ask = async (path: string) => (await fetch('http://bank/' + path)).text();
  const deposit = (ms: number) => async () => {
    await sim.sleep(ms);
    if (fixed) await ask('add');
    else await ask('set/' + (Number(await ask('get')) + 1));
  };
  sim.client('ann', deposit(0));
  sim.client('bob', deposit(7));
  sim.finally('both deposits count', () => balance === 12);
});
export const balance = balances(false);
export const balanceFixed = balances(true);
`;

interface Told {
  readonly verdict: string;
  readonly reason: string | null;
  readonly finding: { readonly confirmed: boolean };
  readonly steps: number;
  readonly stepsGone: number;
  readonly written: string;
}

async function find(cwd: string, only: string): Promise<void> {
  const options = { scenario: 'races.fozzy.ts', only, seed: '1', shrink: true, record: 't.fozzy', recordCollision: 'overwrite' };
  const { exitCode } = await performCommand('explore', options, { cwd });
  expect(exitCode).toBeGreaterThan(0);
}

async function confirm(cwd: string): Promise<{ readonly told: Told; readonly exitCode: number }> {
  const { document, exitCode } = await performCommand('confirm', { runOrTrace: 't.fozzy' }, { cwd });
  return { told: document as Told, exitCode }; // the document of this command
}

describe('planted races', () => {
  test.each([
    'lost update',
    'a counter in a file',
    'a header for two',
    'a lock that two hold',
    'used before it was loaded',
    'a balance read and written',
  ])('real Node shows it, too: %s', { timeout: 60_000 }, async (only) => {
    const cwd = realpathSync(project({ 'races.fozzy.ts': races }));
    await find(cwd, only);
    const { told, exitCode } = await confirm(cwd);
    expect(told).toMatchObject({ verdict: 'confirmed', reason: null, finding: { confirmed: true }, stepsGone: told.steps });
    expect(exitCode).toBe(0);
    expect(JSON.parse(readFileSync(told.written, 'utf8'))).toMatchObject({ schemaVersion: 'fozzy.confirm.v1', verdict: 'confirmed' });
    expect(leftovers(cwd)).toEqual([]);
  });

  test('a verdict is an artifact of its run, and stays when another attempt has too little time', { timeout: 60_000 }, async () => {
    const cwd = realpathSync(project({ 'races.fozzy.ts': races }));
    await find(cwd, 'lost update');
    const { told } = await confirm(cwd);
    const { document, exitCode } = await performCommand('confirm', { runOrTrace: 't.fozzy', time: '1ms' }, { cwd });
    expect([document, exitCode]).toMatchObject([{ verdict: 'unfinished', reason: expect.stringContaining('--time'), written: null }, 1]);
    expect(JSON.parse(readFileSync(told.written, 'utf8'))).toMatchObject({ verdict: 'confirmed' });
    const { document: listed } = await performCommand('artifacts ls', { runOrTrace: 't.fozzy' }, { cwd });
    expect(listed).toMatchObject({ entries: expect.arrayContaining([expect.objectContaining({ kind: 'report', path: told.written })]) });
  });

  test('once the mistake is mended, the trace is not confirmed', { timeout: 60_000 }, async () => {
    const cwd = realpathSync(project({ 'races.fozzy.ts': races }));
    await find(cwd, 'a balance read and written');
    writeFileSync(
      join(cwd, 'races.fozzy.ts'),
      races.replace('balances(false)', 'simulation("a balance read and written", balances(true).define)'),
    );
    await expect(confirm(cwd)).rejects.toMatchObject({ code: 'shrink_not_reproducible' });
  });
});

describe('an order given by hand', () => {
  const timers = `import { simulation } from 'fozzy';
export default simulation('two timers', (sim) => {
  let seen = '';
  sim.node('n', () => { setTimeout(() => { seen += 'a'; }, 5); setTimeout(() => { seen += 'b'; }, 5); });
  sim.finally('in order', () => seen === 'ab');
});`;
  const at = (label: string, parent: number, nth = 0): FoundStep => ({
    machine: 'n',
    label,
    parent,
    nth,
    timeMs: 0,
    resets: [],
    refusals: [],
    errors: [],
    crashes: [],
  });

  function options(cwd: string, more: Partial<ConfirmOptions>): ConfirmOptions {
    return {
      entry: confirmEntry() ?? '',
      project: cwd,
      file: join(cwd, 'races.fozzy.ts'),
      simulation: 'two timers',
      withoutClients: [],
      withoutNodes: [],
      choices: {},
      steps: [],
      budgetMs: 20_000,
      signal: new AbortController().signal,
      onStep: () => undefined,
      log: () => undefined,
      ...more,
    };
  }

  test('that real Node cannot have is called impossible, and confirms nothing', async () => {
    const cwd = realpathSync(project({ 'races.fozzy.ts': timers }));
    const swapped = await confirmRun(options(cwd, { steps: [at('start', -1), at('timer', 0, 1), at('timer', 0, 0)] }));
    expect(swapped).toMatchObject({ is: 'stuck', why: expect.stringContaining('real Node does not run') });
    const legal = await confirmRun(options(cwd, { steps: [at('start', -1), at('timer', 0, 0), at('timer', 0, 1)] }));
    expect(legal).toEqual({ is: 'passed', gone: 3, injected: [] });
    expect(leftovers(cwd)).toEqual([]);
  });

  test('in which something has its turn that never comes, is not forced', { timeout: 30_000 }, async () => {
    const cwd = realpathSync(project({ 'races.fozzy.ts': timers }));
    const result = await confirmRun(options(cwd, { steps: [at('start', -1), at('fs rename', 0)] }));
    expect(result).toMatchObject({ is: 'stuck', why: expect.stringContaining('n fs rename') });
  });
});

test('what real Node cannot be given is refused with the reason, and a run that passed with a code', { timeout: 60_000 }, async () => {
  const skewed = `import { faults, simulation } from 'fozzy';
export default simulation('clocks', (sim) => {
  const node = sim.node('n', () => undefined);
  sim.client('c', async () => { const before = sim.clock(node); node.skew(-5000); if (sim.clock(node) < before) throw new Error('back'); });
});
export const fine = simulation('fine', (sim) => { sim.client('c', () => sim.sleep(1)); });`;
  const cwd = realpathSync(project({ 'races.fozzy.ts': skewed }));
  await find(cwd, 'clocks');
  const { told, exitCode } = await confirm(cwd);
  expect([told.verdict, exitCode]).toEqual(['impossible', 1]);
  expect(told.reason).toContain('clock');
  await performCommand('explore', { scenario: 'races.fozzy.ts', only: 'fine', record: 'ok.fozzy' }, { cwd });
  await expect(performCommand('confirm', { runOrTrace: 'ok.fozzy' }, { cwd })).rejects.toMatchObject({ code: 'nothing_to_explain' });
});

test.runIf(process.platform === 'linux')('Ctrl-C leaves no process and no directory behind', { timeout: 60_000 }, async () => {
  const slow = `import { simulation } from 'fozzy';
export default simulation('slow', (sim) => { sim.client('c', async () => { await sim.sleep(20_000); throw new Error('late'); }); });`;
  const cwd = realpathSync(project({ 'races.fozzy.ts': slow }));
  await find(cwd, 'slow');
  const { code, stdout } = await runCli(['confirm', 't.fozzy', '--json'], {
    cwd,
    meanwhile: (child) => {
      void vi
        .waitUntil(() => processesIn(cwd).some((pid) => pid !== child.pid) && leftDirectories(cwd).length > 0, { timeout: 30_000 })
        .then(() => child.kill('SIGINT'));
    },
  });
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { status: 'error', code: 'interrupted' }]);
  await vi.waitUntil(() => leftovers(cwd).length === 0, { timeout: 30_000 });
});

function leftovers(cwd: string): readonly unknown[] {
  return [...processesIn(cwd), ...leftDirectories(cwd)];
}

function processesIn(folder: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Directories of confirmations under way in this project: other tests may have theirs. */
function leftDirectories(cwd: string): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`fozzy-confirm-`) && readOwner(join(tmpdir(), name)) === cwd);
}

function readOwner(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, '.project'), 'utf8');
  } catch {
    return undefined;
  }
}
