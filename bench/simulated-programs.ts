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

async function runsPerSecond(path: string): Promise<number> {
  const subject = await openOnly(path);
  await runSubject(subject, RUNS);
  const seconds: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) seconds.push(await cpuSeconds(() => runSubject(subject, RUNS)));
  return RUNS / median(seconds);
}

/** One after the other, as a test runner would have it; the clock counts, because that is what people wait for. */
async function realTimers(): Promise<number> {
  const start = performance.now();
  const times = 10;
  for (let at = 0; at < times; at += 1) await retried();
  return (times * 1000) / (performance.now() - start);
}

/** The same body in vitest with fake timers, one test per run, in one file; what counts is the time the tests take, not the start of vitest. */
function fakeTimers(): number {
  const folder = mkdtempSync(join(tmpdir(), 'fozzy-bench-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { include: ["*.test.mjs"] } };\n');
    writeFileSync(
      join(folder, 'retry.test.mjs'),
      [
        "import { afterEach, beforeEach, expect, test, vi } from 'vitest';",
        `import { retried } from ${JSON.stringify(join(root, 'bench', 'apps', 'retry.ts'))};`,
        'beforeEach(() => vi.useFakeTimers());',
        'afterEach(() => vi.useRealTimers());',
        `for (let at = 0; at < ${TESTS}; at += 1) test(String(at), async () => {`,
        '  const done = retried();',
        '  await vi.runAllTimersAsync();',
        '  expect(await done).toBe(3);',
        '});',
      ].join('\n'),
    );
    const results = join(folder, 'results.json');
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const exit = spawnSync(process.execPath, [vitest, 'run', '--root', folder, '--reporter=json', `--outputFile=${results}`], {
      encoding: 'utf8',
    });
    if (exit.status !== 0) throw new Error(`vitest failed: ${exit.stderr}`);
    const { testResults }: { testResults: { startTime: number; endTime: number }[] } = JSON.parse(readFileSync(results, 'utf8'));
    const ms = testResults.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
    return (TESTS * 1000) / ms;
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

const retry = await runsPerSecond('bench/apps/retry.fozzy.ts');
const [onReal, onFake] = [await realTimers(), median([fakeTimers(), fakeTimers(), fakeTimers()])];
report([
  {
    name: 'runs of a 20-transition program in a file, its code fresh in every run',
    measured: await runsPerSecond('bench/apps/twenty.fozzy.ts'),
    unit: 'runs/s',
    atLeast: 5000,
  },
  {
    name: 'the same async test against real timers',
    measured: retry / onReal,
    unit: '×',
    atLeast: 500,
    note: `${Math.round(retry).toLocaleString('en')} and ${onReal.toFixed(1)} runs a second`,
  },
  {
    name: 'the same async test against vitest with fake timers',
    measured: retry / onFake,
    unit: '×',
    atLeast: 15,
    note: `${Math.round(retry).toLocaleString('en')} and ${Math.round(onFake).toLocaleString('en')} runs a second`,
  },
  await instrumentation(),
]);
