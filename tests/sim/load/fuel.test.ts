/** Nothing runs for ever: whatever loops, recurses or swallows errors is ended when its fuel is used up. */
import { afterEach, expect, test } from 'vitest';
import { OutOfFuel, siteTable } from '../../../src/sim/load/sites.ts';
import { ModuleProject } from '../../support/module-project.ts';

const passes = 200_000;

afterEach(() => siteTable().reset());

/** Runs a program with little fuel and returns what came out of it. */
async function ending(source: string, files = {}): Promise<unknown> {
  const project = await ModuleProject.create({ 'main.cjs': source, ...files });
  const code = project.codeBase.add(project.path('main.cjs'));
  siteTable().reset();
  siteTable().refuel(passes);
  try {
    await project.space().load(code);
  } catch (error) {
    return error;
  }
  return undefined;
}

const endless: Readonly<Record<string, string>> = {
  'a bare loop': 'for (;;) {}',
  'a loop without a body': 'while (true);',
  'a loop with a statement': 'let n = 0; do n++; while (true)',
  'a loop that swallows errors': 'while (true) { try {} catch {} }',
  'a loop that swallows errors of a loop': 'for (;;) { try { for (;;) {} } catch {} finally { continue } }',
  'a function that catches itself':
    'function f(n) { try { return n > 50 ? nothing() : f(n + 1) } catch { return n > 0 ? 0 : f(0) } } for (;;) { try { f(0) } catch {} }',
  'branching recursion': 'const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2); fib(100)',
  'a generator that never ends': 'function* g() { while (true) yield 1 } for (const x of g()) ;',
  'an iterator that never ends': 'for (const x of { [Symbol.iterator]() { return { next() { return { done: false } } } } }) {}',
  'a labelled loop': 'outer: for (;;) { inner: for (;;) continue outer }',
};

for (const [name, source] of Object.entries(endless)) {
  test(`${name} ends`, async () => {
    expect(await ending(source)).toBeInstanceOf(OutOfFuel);
    expect(siteTable().exhausted).toBe(true);
  });
}

test('plain infinite recursion ends as in Node', async () => {
  expect(await ending('function f() { f() } f()')).toBeInstanceOf(RangeError);
});

test('code of packages is ended as well', async () => {
  const dep = { 'node_modules/dep/index.js': 'module.exports = () => { for (;;); }', 'node_modules/dep/package.json': '{"name":"dep"}' };
  expect(await ending("require('dep')()", dep)).toBeInstanceOf(OutOfFuel);
});

test('a chain of promises that never ends is ended', async () => {
  const project = await ModuleProject.create({
    'main.mjs': 'export const end = new Promise((_, reject) => { const f = () => Promise.resolve().then(f); f().catch(reject) });',
  });
  const code = project.codeBase.add(project.path('main.mjs'));
  siteTable().reset();
  siteTable().refuel(passes);
  const { end } = (await project.space().load(code)) as { end: Promise<unknown> }; // what the program above exports
  await expect(end).rejects.toBeInstanceOf(OutOfFuel);
});

test('the same code runs out at the same pass', async () => {
  const project = await ModuleProject.create({
    'main.cjs':
      'globalThis.n = 0; const g = globalThis; function step() { return [1].map(() => g.n++) } for (;;) { step(); if (g.n % 3) step() }',
  });
  const code = project.codeBase.add(project.path('main.cjs'));
  const counts: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    const globalObject: Record<string, unknown> = {};
    siteTable().reset();
    siteTable().refuel(passes);
    await project
      .space({ builtin: () => undefined, hosted: () => undefined, globalObject })
      .load(code)
      .catch(() => undefined);
    counts.push(globalObject['n']);
  }
  expect(counts[0]).toBeGreaterThan(10_000);
  expect(new Set(counts).size).toBe(1);
});

test('code that comes to an end is left alone', async () => {
  expect(await ending('let n = 0; for (let i = 0; i < 100000; i++) n += i; module.exports = n')).toBeUndefined();
  expect(siteTable().exhausted).toBe(false);
});
