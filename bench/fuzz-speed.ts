/**
 * What an execution of a search costs, beside a plain loop over the same inputs; what counters cost; how fast code is made ready; how long
 * a hang holds a search up; whether a search repeats itself; and whether its memory stays as it is. Times are CPU times of processes that do
 * nothing else, taken in turns, medians of several.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodeBase } from '../src/sim/load/code-base.ts';
import { GuardedBuiltins } from '../src/fuzz/target/guarded-builtins.ts';
import { functionOf, loadModule, type TargetFunction } from '../src/fuzz/target/load-target.ts';
import { parse as parseJson } from '../tests/quality/fuzz-targets/json-lite/fixed.ts';
import { parse as parseCsv } from '../tests/quality/fuzz-targets/csv/fixed.ts';
import { parse as parseQuery } from '../tests/quality/fuzz-targets/query/fixed.ts';
import { hearTexts, openSearch } from './fuzz-lane.ts';
import { hangRows } from './fuzz-hangs.ts';
import { peerRows } from './fuzz-peers.ts';
import { sameRow } from './fuzz-same.ts';
import { median, report, type Row } from './row.ts';

const ROUNDS = 3;
const RUNS = 1_000_000;
/** Up to here the machine code is being made, and counts for nobody. */
const WARM = 500_000;
/** One of so many inputs of the search that is measured is kept for the loops: few enough to keep costs next to nothing. */
const HEARD_ONE_IN = 16;
const PASSES = 4;
const MEMORY_RUNS = 3_000_000;
const MEMORY_POINTS = 10;
/** A lane takes seconds; on a machine that is very busy, some minutes. */
const LANE_MAX_MS = 600_000;
const MB = 2 ** 20;
const plain: Readonly<Record<string, TargetFunction>> = {
  'json-lite': (text) => parseJson(String(text)),
  csv: (text) => parseCsv(String(text)),
  query: (text) => parseQuery(String(text)),
};
const parsers = ['json-lite', 'csv', 'query'] as const;

function targetFile(name: string): string {
  return join(process.cwd(), 'tests', 'quality', 'fuzz-targets', name, 'fixed.ts');
}

/** Before a search takes the way out away. */
const write = process.stdout.write.bind(process.stdout);
const exit: unknown = Reflect.get(process, 'reallyExit');

const [, program = '', lane, what = '', folder = ''] = process.argv;
if (lane === undefined) await conduct();
else {
  write(`${JSON.stringify(await lanes()[lane]?.())}\n`);
  if (typeof exit === 'function') Reflect.apply(exit, process, [0]);
}

interface Searched {
  readonly us: number;
  /** How many characters the inputs have. */
  readonly length: number;
}

function lanes(): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    empty: async () => searchTime(emptyTarget(), 'empty'),
    /**
     * CPU time of one execution of a search that is warm. No two searches go the same way, so this very one leaves a part of the inputs it was
     * measured with for the loops of other processes: one that has searched has other machine code.
     */
    search: async (): Promise<Searched> => {
      const inputs: string[] = [];
      hearTexts((executed, text) => {
        if (executed >= WARM && executed % HEARD_ONE_IN === 0) inputs.push(text);
      });
      const us = await searchTime(targetFile(what), 'parse');
      writeFileSync(join(folder, `${what}.json`), JSON.stringify(inputs));
      return { us, length: inputs.reduce((sum, input) => sum + input.length, 0) / inputs.length };
    },
    /** CPU time of one call in a plain loop over those inputs. */
    plain: async () => loopTime(plain[what] ?? (() => undefined)),
    /** As Node runs it: every error gets its stack. */
    stacks: async () => loopTime(plain[what] ?? (() => undefined), Error.stackTraceLimit),
    /** The same with counters. */
    counted: async () => loopTime(await instrumented(what)),
    memory: async () => {
      const search = await openSearch(targetFile('json-lite'), 'parse', folder);
      const points: { readonly heap: number; readonly rss: number }[] = [];
      const startMs = performance.now();
      await search.run(MEMORY_RUNS, (now) => {
        if (now < ((points.length + 1) * MEMORY_RUNS) / (MEMORY_POINTS + 1)) return;
        globalThis.gc?.();
        const { heapUsed, rss } = process.memoryUsage();
        points.push({ heap: heapUsed / MB, rss: rss / MB });
      });
      return { points, seconds: (performance.now() - startMs) / 1000 };
    },
    /** CPU time for making a large file ready to be compiled, in a process that has never seen it. */
    transform: async () => {
      const codeBase = await CodeBase.open({ detail: 'arms', counted: () => true, cache: { folder, version: 'bench' } });
      const before = cpuUs();
      codeBase.add(what);
      const us = cpuUs() - before;
      codeBase.keep();
      return us;
    },
  };
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function loopTime(call: TargetFunction, stackTraceLimit = 0): number {
  const inputs = JSON.parse(readFileSync(join(folder, `${what}.json`), 'utf8')) as readonly string[]; // written by the lane above
  Error.stackTraceLimit = stackTraceLimit;
  const times: number[] = [];
  // The first passes warm up.
  for (let pass = 0; pass < PASSES + 2; pass += 1) times.push(timeOf(call, inputs));
  return median(times.slice(2));
}

function timeOf(call: TargetFunction, inputs: readonly string[]): number {
  const before = cpuUs();
  for (const input of inputs) {
    try {
      call(input);
    } catch {
      // A parser refuses by throwing.
    }
  }
  return (cpuUs() - before) / inputs.length;
}

function emptyTarget(): string {
  const path = join(folder, 'empty.ts');
  writeFileSync(path, 'export function empty(_text: string): void {}\n');
  return path;
}

async function searchTime(path: string, exported: string): Promise<number> {
  const search = await openSearch(path, exported, folder);
  let from: { readonly executed: number; readonly us: number } | undefined;
  // Asking costs as much as dozens of executions, so it is done twice.
  await search.run(RUNS, (executed) => {
    if (executed >= WARM) from ??= { executed, us: cpuUs() };
  });
  return (cpuUs() - (from?.us ?? 0)) / (RUNS - (from?.executed ?? 0));
}

async function instrumented(name: string): Promise<TargetFunction> {
  const module = await loadModule({
    path: targetFile(name),
    told: name,
    detail: 'arms',
    builtins: new GuardedBuiltins(false),
    instrumented: [],
    hosted: () => ({}),
  });
  return functionOf(module.exports, 'parse', name);
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who asks knows what the lane writes
function runLane<T>(name: string, subject: string, directory: string): T {
  process.stderr.write(`fuzz-speed: ${name} ${subject}\n`);
  const { stdout, stderr, status, error } = spawnSync(process.execPath, ['--expose-gc', program, name, subject, directory], {
    encoding: 'utf8',
    timeout: LANE_MAX_MS,
    killSignal: 'SIGKILL',
  });
  if (status !== 0) throw new Error(`the lane ${name} of ${subject} ended with ${error?.message ?? status}: ${stderr}`);
  return JSON.parse(stdout) as T; // lanes write what their names promise
}

async function conduct(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'fozzy-fuzz-speed-'));
  try {
    const { rows, plainUs } = executionRows(directory);
    report([
      ...rows,
      transformRow(directory),
      ...(await hangRows(directory)),
      sameRow(directory, targetFile('json-lite')),
      ...memoryRows(directory),
      ...peerRows(directory, targetFile(parsers[0]), plainUs),
    ]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Executions {
  readonly rows: readonly Row[];
  /** What the first parser costs in a plain loop. */
  readonly plainUs: number;
}

function executionRows(directory: string): Executions {
  const empty = Array.from({ length: ROUNDS }, () => runLane<number>('empty', 'function', directory));
  const measured = parsers.map((name) => measuredParser(name, directory));
  const rows: Row[] = measured.map(({ name, ratio, rounds }) => ({
    name: `fuzz: executions of ${name} against the plain loop`,
    measured: ratio,
    unit: '×',
    note: rounds
      .map(
        ({ search, bare, counted }) =>
          `${search.us.toFixed(2)} µs against ${bare.toFixed(2)} µs, ${counted.toFixed(2)} µs with counters, for ${Math.round(search.length)} characters`,
      )
      .join('; '),
  }));
  return {
    plainUs: median(measured[0]?.rounds.map(({ bare }) => bare) ?? []),
    rows: [
      {
        name: 'fuzz: small parsers against the plain loop, same inputs',
        measured: median(measured.map(({ ratio }) => ratio)),
        unit: '×',
        atLeast: 0.5,
        note: `median of ${parsers.join(', ')}, each the median of ${ROUNDS} searches`,
      },
      ...rows,
      {
        name: 'fuzz: small parsers against a loop that makes stacks, as Node does unless told otherwise',
        measured: median(measured.map(({ rounds }) => median(rounds.map(({ stacks, search }) => stacks / search.us)))),
        unit: '×',
        note: measured.map(({ name, rounds }) => `${name} ${rounds.map(({ stacks }) => stacks.toFixed(2)).join(', ')} µs`).join('; '),
      },
      { name: 'fuzz: one execution of an empty target', measured: median(empty), unit: 'µs of CPU', atMost: 1, note: 'mutation included' },
      {
        name: 'fuzz: counters, comparisons not watched',
        measured: median(measured.map(({ rounds }) => median(rounds.map(({ counted, bare }) => counted / bare)))),
        unit: '× the plain code',
        atMost: 1.25,
      },
    ],
  };
}

interface Round {
  readonly search: Searched;
  /** CPU time of one call, for the same inputs. */
  readonly bare: number;
  readonly counted: number;
  readonly stacks: number;
}

/** Every search is compared with loops over its own inputs: long ones cost more everywhere, and how long they are differs from search to search. */
function measuredParser(
  name: string,
  directory: string,
): { readonly name: string; readonly ratio: number; readonly rounds: readonly Round[] } {
  const rounds = Array.from({ length: ROUNDS }, () => ({
    search: runLane<Searched>('search', name, directory),
    bare: runLane<number>('plain', name, directory),
    counted: runLane<number>('counted', name, directory),
    stacks: runLane<number>('stacks', name, directory),
  }));
  return { name, ratio: median(rounds.map(({ bare, search }) => bare / search.us)), rounds };
}

function transformRow(directory: string): Row {
  const path = createRequire(import.meta.url).resolve('typescript/lib/typescript.js');
  const size = statSync(path).size / 1e6;
  const cold = runLane<number>('transform', path, directory) / 1e6;
  const warm = median(Array.from({ length: ROUNDS }, () => runLane<number>('transform', path, directory))) / 1e6;
  return {
    name: 'fuzz: making code ready, cached by content',
    measured: size / warm,
    unit: 'MB/s',
    atLeast: 12,
    note: `${size.toFixed(1)} MB of JavaScript; ${(size / cold).toFixed(1)} MB/s the first time`,
  };
}

function memoryRows(directory: string): readonly Row[] {
  const { points, seconds } = runLane<{
    readonly points: readonly { readonly heap: number; readonly rss: number }[];
    readonly seconds: number;
  }>('memory', 'json-lite', directory);
  const [first, last] = [points[0], points.at(-1)];
  const told = (key: 'heap' | 'rss'): string => points.map((point) => point[key].toFixed(0)).join(' ');
  const note = `${points.length} points of ${MEMORY_RUNS / 1e6} million executions in ${Math.round(seconds)} s, not an hour`;
  return [
    {
      name: 'fuzz: heap at the end',
      measured: last?.heap ?? Number.NaN,
      unit: 'MB',
      atMost: (first?.heap ?? 0) * 1.05 + 1,
      note: `${note}: ${told('heap')}`,
    },
    {
      name: 'fuzz: resident memory at the end',
      measured: last?.rss ?? Number.NaN,
      unit: 'MB',
      atMost: (first?.rss ?? 0) * 1.05 + 8,
      note: told('rss'),
    },
  ];
}
