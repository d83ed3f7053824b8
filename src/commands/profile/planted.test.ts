/** Regressions planted on purpose: the explanation names exactly what was planted, and everything it points at exists. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { performCommand } from '../perform-command.ts';
import { project } from '../../../tests/cli/run-cli.ts';

type Step = Readonly<Record<string, unknown>>;

const stock = (delay: string): Step => ({ type: 'http_when', method: 'GET', path: '/stock', status: 200, body: 'x', delay, times: 9 });
const prices: Step = { type: 'http_when', method: 'GET', path: '/prices', status: 200, body: 'x', delay: '7ms', times: 9 };
const get = (path: string): Step => ({ type: 'http_request', method: 'GET', path, expect_status: 200 });

function scenario(name: string, ...steps: readonly Step[]): object {
  return { version: 1, name, steps: [...steps] };
}

async function recorded(cwd: string, name: string, options: Readonly<Record<string, boolean | string | number>> = {}): Promise<string> {
  const trace = `${name}.fozzy`;
  await performCommand('run', { scenario: `${name}.fozzy.json`, det: true, seed: 1, record: trace, ...options }, { cwd });
  return trace;
}

interface Explained {
  readonly regressionStatement: string;
  readonly topShiftedPath: string | null;
  readonly likelyCauseDomain: string;
  readonly evidencePointers: readonly string[];
}

async function explained(cwd: string, after: string, before: string): Promise<Explained> {
  const { document } = await performCommand('profile explain', { runOrTrace: after, diffWith: before }, { cwd });
  // Reason for the cast: it is the document of that command.
  return document as Explained;
}

function resolvePointer(pointer: string): unknown {
  const [file = '', path = ''] = pointer.split('#');
  let value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const part of path.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([key]) => key === part)?.[1];
  }
  return value;
}

function expectEvidence({ evidencePointers }: Explained): void {
  expect(evidencePointers.length).toBeGreaterThan(0);
  for (const pointer of evidencePointers) expect(resolvePointer(pointer), pointer).toBeDefined();
}

describe('the explanation of a slower scenario', () => {
  test('names a dependency that became slow', async () => {
    const cwd = project({
      'before.fozzy.json': scenario('before', stock('20ms'), prices, get('/prices'), get('/stock')),
      'after.fozzy.json': scenario('after', stock('90ms'), prices, get('/prices'), get('/stock')),
    });
    const found = await explained(cwd, await recorded(cwd, 'after'), await recorded(cwd, 'before'));
    expect(found).toMatchObject({ topShiftedPath: 'http_request GET /stock', likelyCauseDomain: 'latency' });
    expect(found.regressionStatement).toContain('http_request GET /stock went from 20 to 90 ms');
    expectEvidence(found);
  });

  test('names a call that is made once more, though other steps have moved', async () => {
    const cwd = project({
      'before.fozzy.json': scenario('before', stock('5ms'), prices, get('/stock'), get('/stock')),
      'after.fozzy.json': scenario('after', stock('5ms'), prices, get('/prices'), get('/stock'), get('/stock')),
    });
    const found = await explained(cwd, await recorded(cwd, 'after'), await recorded(cwd, 'before'));
    expect(found.likelyCauseDomain).toBe('io');
    expect(found.topShiftedPath).toContain('http_request GET /prices');
    expectEvidence(found);
  });

  test('names the allocation that leaks', async () => {
    const take = (key: string, tag: string): Step => ({ type: 'memory_alloc', bytes: 4096, key, tag });
    const give = (key: string): Step => ({ type: 'memory_free', key });
    const cwd = project({
      'before.fozzy.json': scenario('before', take('a', 'cache'), take('b', 'upload'), give('a'), give('b')),
      'after.fozzy.json': scenario('after', take('a', 'cache'), take('b', 'upload'), give('a')),
    });
    const options = { leakBudget: 100_000 };
    const found = await explained(cwd, await recorded(cwd, 'after', options), await recorded(cwd, 'before', options));
    expect(found.likelyCauseDomain).toBe('heap');
    expect(found.topShiftedPath).toContain('(upload)');
    expectEvidence(found);
  });

  test('says that nothing changed when nothing did', async () => {
    const cwd = project({ 'same.fozzy.json': scenario('same', stock('20ms'), get('/stock')) });
    const trace = await recorded(cwd, 'same');
    const found = await explained(cwd, trace, trace);
    expect(found).toMatchObject({ regressionStatement: 'no change', likelyCauseDomain: 'none', topShiftedPath: null });
    const { document } = await performCommand('profile diff', { left: trace, right: trace }, { cwd });
    expect(document).toMatchObject({ summary: { verdict: 'stable' }, regressions: [] });
  });
});

const simulation = (stockMs: number, rounds: number): string => `import { simulation } from 'fozzy';
import { createServer, get } from 'node:http';

function ask(url: string): Promise<void> {
  return new Promise((done, fail) => {
    get(url, (answer) => answer.resume().on('end', done)).on('error', fail);
  });
}

function busy(rounds: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) sum += Math.sqrt(round);
  return sum;
}

function calm(rounds: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) sum += Math.cbrt(round);
  return sum;
}

export const shop = simulation('shop', (sim) => {
  sim.node('stock', () => {
    createServer((_, answer) => setTimeout(() => answer.end('3'), ${stockMs})).listen(80);
  });
  sim.node('shop', () => {
    createServer(async (_, answer) => {
      busy(${rounds});
      calm(20_000);
      await ask('http://stock/stock');
      answer.end('ok');
    }).listen(80);
  });
  sim.client('anna', () => ask('http://shop/order'));
});
`;

describe('the explanation of a slower simulation', () => {
  test('names the service that waits, not the services that wait for it', async () => {
    const cwd = project({ 'before.fozzy.ts': simulation(10, 1), 'after.fozzy.ts': simulation(200, 1) });
    for (const name of ['before', 'after']) {
      await performCommand('run', { scenario: `${name}.fozzy.ts`, seed: 1, record: `${name}.fozzy` }, { cwd });
    }
    const found = await explained(cwd, 'after.fozzy', 'before.fozzy');
    expect(found.likelyCauseDomain).toBe('latency');
    expect(found.topShiftedPath).toBe('GET /order → shop > GET /order at shop > GET /stock → stock > GET /stock at stock');
    expectEvidence(found);
  });

  test('names the function that became hot, at the line it was written on', async () => {
    const cwd = project({ 'before.fozzy.ts': simulation(10, 1), 'after.fozzy.ts': simulation(10, 2_000_000) });
    for (const name of ['before', 'after']) {
      const options = { scenario: `${name}.fozzy.ts`, seed: 1, record: `${name}.fozzy`, profileCapture: 'full' };
      await performCommand('run', options, { cwd });
    }
    const found = await explained(cwd, 'after.fozzy', 'before.fozzy');
    expect(found.likelyCauseDomain).toBe('cpu');
    expect(found.topShiftedPath).toMatch(/busy \(after\.fozzy\.ts\)$/u);
    expectEvidence(found);
    const { document } = await performCommand('profile top', { runOrTrace: 'after.fozzy', cpu: true }, { cwd });
    expect(document).toMatchObject({ cpu: { functions: expect.arrayContaining([expect.objectContaining({ name: 'busy', line: 10 })]) } });
  });
});
