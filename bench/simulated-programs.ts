/** Programs in files, as users have them: runs per second, against the same test on real and on fake timers, and what counting costs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodeBase } from '../src/sim/load/code-base.ts';
import { ModuleSpace } from '../src/sim/load/module-space.ts';
import { siteTable } from '../src/sim/load/sites.ts';
import { evaluate } from './apps/arithmetic.ts';
import { retried } from './apps/retry.ts';
import { median, report, type Row } from './row.ts';
import { cpuSeconds } from './simulated.ts';
import { openOnly, runSubject } from './subject-runs.ts';

const root = process.cwd();
const RUNS = 10_000;
const BATCHES = 7;
const TESTS = 2000;

/** Runs a second of CPU time, and of the clock: what is compared with something else is measured as that is. */
interface Speed {
  readonly ofCpu: number;
  readonly byClock: number;
}

async function speedOf(path: string): Promise<Speed> {
  const subject = await openOnly(path);
  await runSubject(subject, RUNS);
  const cpu: number[] = [];
  const clock: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const start = performance.now();
    cpu.push(await cpuSeconds(() => runSubject(subject, RUNS)));
    clock.push((performance.now() - start) / 1000);
  }
  return { ofCpu: RUNS / median(cpu), byClock: RUNS / median(clock) };
}

/** One after the other, as a test runner would have it; the clock counts, because real timers take no CPU time at all. */
async function realTimers(): Promise<number> {
  const start = performance.now();
  const times = 10;
  for (let at = 0; at < times; at += 1) await retried();
  return (times * 1000) / (performance.now() - start);
}

/**
 * The same body in vitest with fake timers, one test per run, in one file. What counts is the CPU time its worker takes for the tests, from
 * the first to the last; neither the start of vitest nor what its main process does with the results.
 */
function fakeTimers(): number {
  const folder = mkdtempSync(join(tmpdir(), 'fozzy-bench-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    // In a process of its own, whose CPU time is that of the tests alone.
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { include: ["*.test.mjs"], pool: "forks" } };\n');
    const results = join(folder, 'cpu.json');
    writeFileSync(
      join(folder, 'retry.test.mjs'),
      [
        "import { writeFileSync } from 'node:fs';",
        "import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';",
        `import { retried } from ${JSON.stringify(join(root, 'bench', 'apps', 'retry.ts'))};`,
        'let before;',
        'beforeAll(() => {',
        '  before = process.cpuUsage();',
        '});',
        `afterAll(() => writeFileSync(${JSON.stringify(results)}, JSON.stringify(process.cpuUsage(before))));`,
        'beforeEach(() => vi.useFakeTimers());',
        'afterEach(() => vi.useRealTimers());',
        `for (let at = 0; at < ${TESTS}; at += 1) test(String(at), async () => {`,
        '  const done = retried();',
        '  await vi.runAllTimersAsync();',
        '  expect(await done).toBe(3);',
        '});',
      ].join('\n'),
    );
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const exit = spawnSync(process.execPath, [vitest, 'run', '--root', folder, '--reporter=json'], { encoding: 'utf8' });
    if (exit.status !== 0) throw new Error(`vitest failed: ${exit.stderr}`);
    const { numPassedTests }: { numPassedTests: number } = JSON.parse(exit.stdout);
    if (numPassedTests !== TESTS) throw new Error(`vitest ran ${numPassedTests} tests of ${TESTS}`);
    const { user, system }: NodeJS.CpuUsage = JSON.parse(readFileSync(results, 'utf8'));
    return (TESTS * 1e6) / (user + system);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same parser with counters and fuel, and without. */
async function instrumentation(): Promise<Row> {
  const codeBase = await CodeBase.open({});
  const code = codeBase.add(join(root, 'bench', 'apps', 'arithmetic.ts'));
  const requireReal = createRequire(import.meta.url);
  const host = { builtin: (id: string): unknown => requireReal(`node:${id}`), hosted: () => undefined, globalObject: globalThis };
  const loaded = (await new ModuleSpace(codeBase, host).load(code)) as { evaluate: typeof evaluate }; // what the file exports
  const text = Array.from({ length: 200 }, (_, at) => `(${at} + 17) * (3 - ${at % 7}) / 2`).join(' + ');
  if (loaded.evaluate(text) !== evaluate(text)) throw new Error('both must come to the same result');
  const times = { plain: [] as number[], counted: [] as number[] };
  const measure = (parse: typeof evaluate) =>
    cpuSeconds(async () => {
      for (let at = 0; at < 2000; at += 1) {
        siteTable().refuel(Number.MAX_SAFE_INTEGER);
        parse(text);
      }
    });
  for (let round = -3; round < 9; round += 1) {
    const [plain, counted] = [await measure(evaluate), await measure(loaded.evaluate)];
    if (round < 0) continue;
    times.plain.push(plain);
    times.counted.push(counted);
  }
  return {
    name: 'a parser with counters and fuel against the same parser without',
    measured: median(times.counted) / median(times.plain),
    unit: '×',
    atMost: 1.35,
  };
}

const retry = await speedOf('bench/apps/retry.fozzy.ts');
const [onReal, onFake] = [await realTimers(), median([fakeTimers(), fakeTimers(), fakeTimers()])];
const told = (runs: number) => Math.round(runs).toLocaleString('en');
report([
  {
    name: 'runs of a 20-transition program in a file, its code fresh in every run',
    measured: (await speedOf('bench/apps/twenty.fozzy.ts')).ofCpu,
    unit: 'runs/s',
    atLeast: 5000,
  },
  {
    name: 'the same async test against real timers',
    measured: retry.byClock / onReal,
    unit: '×',
    atLeast: 500,
    note: `${told(retry.byClock)} and ${onReal.toFixed(1)} runs a second by the clock`,
  },
  {
    name: 'the same async test against vitest with fake timers',
    measured: retry.ofCpu / onFake,
    unit: '×',
    atLeast: 15,
    note: `${told(retry.ofCpu)} and ${told(onFake)} runs a second of CPU time`,
  },
  await instrumentation(),
]);
