/** Errors that a found run needed are given to real Node at the same call; what was mended does not fail with them. */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { performCommand } from '../support/built.ts';
import { confirmRun } from '../../src/real/confirm-run.ts';
import type { FoundError } from '../../src/real/found-faults.ts';
import type { FoundStep } from '../../src/real/found-order.ts';
import { confirmEntry } from '../../src/real/processes.ts';
import { project } from '../cli/run-cli.ts';

/** Programs that make the usual mistakes when a disk or a connection fails, each beside one that does not. */
const programs = `import { faults, simulation } from 'fozzy';
import { appendFileSync, closeSync, createWriteStream, fsyncSync, openSync, readFileSync, writeFile as write, writeFileSync, writeSync } from 'node:fs';
import { appendFile, open, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';

const isFixed = false;

// A full disk: the old state is gone before the new one is there.
export const saved = simulation('saved in place', (sim) => {
  const store = sim.node('store', async () => {
    const path = isFixed ? '/tmp/state.new' : '/tmp/state';
    try {
      await writeFile(path, 'new');
      if (isFixed) await rename('/tmp/state.new', '/tmp/state');
    } catch {}
  }, { files: { '/tmp/state': 'old' } });
  sim.faults(faults.diskFull({ node: store, rate: 0.5, times: 1 }));
  sim.finally('there is a state', () => sim.disk(store).read('/tmp/state') !== '');
});

// A sync that fails is not looked at: success is told all the same.
export const synced = simulation('told before it was synced', (sim) => {
  let told = 0;
  let failures = 0;
  const log = sim.node('log', async () => {
    const file = await open('/tmp/log', 'a');
    await file.write('entry');
    try { await file.sync(); told += 1; } catch { failures += 1; if (!isFixed) told += 1; }
    await file.close();
  });
  sim.faults(faults.syncFailures({ node: log, rate: 0.5, times: 1 }));
  sim.finally('only what was synced is told', () => told + failures === 1);
});

// An error in a callback is thrown where nobody can catch it.
export const uncaught = simulation('thrown in a callback', (sim) => {
  const store = sim.node('store', () => {
    write('/tmp/a', 'text', (error) => { if (error !== null && !isFixed) throw error; });
  });
  sim.faults(faults.diskFull({ node: store, rate: 0.5, times: 1 }));
});

// A read that fails is taken for a file that is not there.
export const reset = simulation('a failed read taken for no file', (sim) => {
  const store = sim.node('store', async () => {
    const count = await readFile('/tmp/count', 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (isFixed && error.code !== 'ENOENT') return undefined;
      return '0';
    });
    try { if (count !== undefined) writeFileSync('/tmp/count', String(Number(count) + 1)); } catch {}
  }, { files: { '/tmp/count': '5' } });
  sim.faults(faults.diskErrors({ node: store, rate: 0.3, times: 1 }));
  sim.finally('it never counts down', () => !['0', '1'].includes(sim.disk(store).read('/tmp/count') ?? '5'));
});

// Synchronous calls fail just as well.
export const half = simulation('half a record', (sim) => {
  const log = sim.node('log', () => {
    const fd = openSync('/tmp/log', 'a');
    try { writeSync(fd, 'begin,'); writeSync(fd, 'end;'); fsyncSync(fd); } catch { if (isFixed) writeFileSync('/tmp/log', ''); }
    closeSync(fd);
    try { appendFileSync('/tmp/log', 'next;'); } catch {}
  });
  sim.faults(faults.diskFull({ node: log, rate: 0.4, times: 1 }));
  sim.finally('records are whole', () => !(sim.disk(log).read('/tmp/log') ?? '').includes('begin,n'));
});

// A stream that fails is not listened to.
export const stream = simulation('a stream nobody listens to', (sim) => {
  const log = sim.node('log', () => {
    const out = createWriteStream('/tmp/out');
    if (isFixed) out.on('error', () => undefined);
    out.write('line');
  });
  sim.faults(faults.diskFull({ node: log, rate: 0.5, times: 1 }));
});

const ask = () => new Promise<void>((done, failed) => {
  request('http://server/', (response) => { response.on('error', failed); response.on('end', done); response.resume(); }).on('error', failed).end();
});

// A connection that is reset, or refused once, is taken for a server that is gone.
const asking = (name: string, fault: typeof faults.reset) => simulation(name, (sim) => {
  let isUp = false;
  sim.node('server', () => { createServer((_, response) => response.end('ok')).listen(80, () => { isUp = true; }); });
  sim.client('client', async () => {
    await sim.until(() => isUp);
    if (isFixed) await ask().catch(ask);
    else await ask();
  });
  sim.faults(fault({ rate: 0.5, times: 1 }));
});
export const dropped = asking('a request that is reset', faults.reset);
export const refusedOnce = asking('a refused connection', faults.refuse);
`;

interface Told {
  readonly verdict: string;
  readonly reason: string | null;
  readonly finding: { readonly confirmed: boolean };
  readonly injected: readonly { readonly fault: string; readonly machine: string; readonly operation?: string; readonly code?: string }[];
  readonly written: string;
}

const cases = [
  ['saved in place', { fault: 'error', machine: 'store', operation: 'writeFile', code: 'ENOSPC' }],
  ['told before it was synced', { fault: 'error', machine: 'log', operation: 'fsync', code: 'EIO' }],
  ['thrown in a callback', { fault: 'error', machine: 'store', operation: 'writeFile', code: 'ENOSPC' }],
  ['a failed read taken for no file', { fault: 'error', machine: 'store', operation: 'readFile', code: 'EIO' }],
  ['half a record', { fault: 'error', machine: 'log', operation: 'write', code: 'ENOSPC' }],
  ['a stream nobody listens to', { fault: 'error', machine: 'log', operation: 'write', code: 'ENOSPC' }],
  ['a request that is reset', { fault: 'reset', machine: 'client' }],
  ['a refused connection', { fault: 'refuse', machine: 'client' }],
] as const;

async function explore(cwd: string, only: string): Promise<number> {
  const options = { scenario: 'f.fozzy.ts', only, seed: '1', runs: 200, shrink: true, record: 't.fozzy', recordCollision: 'overwrite' };
  return (await performCommand('explore', options, { cwd })).exitCode;
}

test.each(cases)('real Node is given the same fault, and fails as found: %s', { timeout: 60_000 }, async (only, fault) => {
  const cwd = realpathSync(project({ 'f.fozzy.ts': programs }));
  expect(await explore(cwd, only)).toBeGreaterThan(0);
  const { document, exitCode } = await performCommand('confirm', { runOrTrace: 't.fozzy' }, { cwd });
  const told = document as Told; // the document of this command
  expect(told).toMatchObject({ verdict: 'confirmed', reason: null, finding: { confirmed: true }, injected: [fault] });
  expect(exitCode).toBe(0);
  expect(JSON.parse(readFileSync(told.written, 'utf8'))).toMatchObject({ injected: [fault] });
});

test.each(cases)('the mended twin neither fails nor is confirmed: %s', { timeout: 60_000 }, async (only) => {
  const cwd = realpathSync(project({ 'f.fozzy.ts': programs }));
  await explore(cwd, only);
  writeFileSync(join(cwd, 'f.fozzy.ts'), programs.replace('isFixed = false', 'isFixed = true'));
  await expect(performCommand('confirm', { runOrTrace: 't.fozzy' }, { cwd })).rejects.toMatchObject({ code: 'shrink_not_reproducible' });
  expect(await explore(cwd, only)).toBe(0);
});

/** Given by hand, so that it is real Node that shows whether it copes. */
const twins = `import { simulation } from 'fozzy';
import { writeFile } from 'node:fs/promises';
const save = (fixed: boolean) => simulation(fixed ? 'fixed' : 'wrong', (sim) => {
  const store = sim.node('store', () => {
    void writeFile('/tmp/a', 'text').catch((error: NodeJS.ErrnoException) => {
      if (!fixed) throw error;
      return writeFile('/tmp/why', [error.code, error.syscall, error.message, typeof error.errno].join('|'));
    });
  });
  sim.finally('it says why', () => {
    const disk = sim.disk(store);
    return !fixed || (disk.read('/tmp/a') === '' && disk.read('/tmp/why') === 'ENOSPC|write|ENOSPC: no space left on device, write|number');
  });
});
export const wrong = save(false);
export const fixed = save(true);
`;

async function force(simulation: string, errors: readonly FoundError[]) {
  const cwd = realpathSync(project({ 'f.fozzy.ts': twins }));
  const at = (label: string, parent: number, failing: readonly FoundError[] = []): FoundStep => ({
    ...{ machine: 'store', label, parent, nth: 0, timeMs: 0, resets: [], refusals: [], crashes: [], errors: failing },
  });
  return confirmRun({
    entry: confirmEntry() ?? '',
    project: cwd,
    file: join(cwd, 'f.fozzy.ts'),
    simulation,
    withoutClients: [],
    withoutNodes: [],
    choices: {},
    steps: [at('start', -1), at('fs writeFile', 0), at('fs writeFile', 1, errors)],
    budgetMs: 20_000,
    signal: new AbortController().signal,
    onStep: () => undefined,
    log: () => undefined,
  });
}

test('under the same error by hand, the program that looks at it goes on and the other does not', { timeout: 60_000 }, async () => {
  const full: FoundError = { operation: 'writeFile', nth: 0, site: 'write', code: 'ENOSPC' };
  expect(await force('wrong', [full])).toMatchObject({ is: 'failed', failures: [{ title: 'unhandled_rejection' }] });
  expect(await force('fixed', [full])).toMatchObject({ is: 'passed', injected: [{ operation: 'writeFile', code: 'ENOSPC', step: 2 }] });
  expect(await force('wrong', [])).toMatchObject({ is: 'passed', injected: [] });
});
