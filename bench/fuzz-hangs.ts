/** How long a search stands still when its target hangs, beyond the time a target may take: once in code that is counted, once in an expression. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuzzPrograms } from '../src/commands/fuzz/worker-program.ts';
import { shortOf } from '../src/fuzz/loop/hang-patience.ts';
import { searchTarget } from '../src/fuzz/worker/search.ts';
import { median, type Row } from './row.ts';

const LIMIT_MS = 300;
const HANGS = 5;
/** Between two hangs: long enough for the next spare thread to get warm, also on a busy machine. */
const APART_MS = 2500;
const RESUMED_MAX_MS = 60;

/** Tells when it begins to hang, and when it is called for the first time after that, by the clock that all threads share. */
function targetText(log: string, hang: string): string {
  return `import { appendFileSync, readFileSync } from 'node:fs';
let calls = 0;
let sinceNs = 0n;
const log = ${JSON.stringify(log)};
const lines = () => readFileSync(log, 'utf8').split('\\n').length - 1;
const tell = (what: string, ns: bigint) => appendFileSync(log, what + ' ' + ns + '\\n');
export function wait(_text: string): void {
  calls += 1;
  const nowNs = process.hrtime.bigint();
  if (sinceNs === 0n) {
    sinceNs = nowNs;
    if (lines() % 2 === 1) tell('called', nowNs);
  }
  if (nowNs - sinceNs < ${APART_MS}_000_000n || lines() >= ${HANGS * 2}) return;
  sinceNs = 0n;
  tell('hangs', nowNs);
  ${hang}
}
`;
}

export async function hangRows(directory: string): Promise<readonly Row[]> {
  return [
    await hangRow(directory, 'a loop', 'for (;;) calls += 0;'),
    await hangRow(directory, 'an expression', "if (/^(a+)+$/u.test('a'.repeat(40) + '!')) calls += 0;"),
  ];
}

async function hangRow(directory: string, what: string, hang: string): Promise<Row> {
  process.stderr.write(`fuzz-speed: hangs in ${what}\n`);
  const folder = join(directory, `hang-${what.replaceAll(' ', '-')}`);
  mkdirSync(folder);
  const [path, log] = [join(folder, 'wait.ts'), join(folder, 'log')];
  writeFileSync(path, targetText(log, hang));
  if (!existsSync(log)) appendFileSync(log, '');
  await searchTarget({
    programs: fuzzPrograms(),
    order: {
      root: folder,
      target: { path, exported: 'wait', isDeclared: false, told: 'wait' },
      laws: [],
      form: 'string',
      isProperty: false,
      expected: [],
      hangTimeoutMs: LIMIT_MS,
      maxInputBytes: 64,
      allowHost: true,
      isolation: 'thread',
      isTimed: true,
      instrumented: [],
      cache: { folder: join(folder, 'cache'), version: 'bench' },
      isSearch: true,
    },
    seed: { hi: 0, lo: 1 },
    runs: Number.MAX_SAFE_INTEGER,
    timeMs: (LIMIT_MS + APART_MS + 500) * HANGS,
    resting: 0,
    stopsAtFirst: false,
    corpus: [],
    signal: new AbortController().signal,
    onKept: () => undefined,
    onFound: () => undefined,
    onEscalated: () => undefined,
    onTick: () => undefined,
  });
  const times = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Number(BigInt(line.split(' ')[1] ?? 0) / 1000n) / 1000);
  const beyond: number[] = [];
  // Once a hang is known, less is enough to know it again.
  for (let at = 0; at + 1 < times.length; at += 2)
    beyond.push((times[at + 1] ?? 0) - (times[at] ?? 0) - (at === 0 ? LIMIT_MS : shortOf(LIMIT_MS)));
  return {
    name: `fuzz: resumed after a hang in ${what}`,
    measured: median(beyond),
    unit: `ms beyond ${LIMIT_MS}, and ${shortOf(LIMIT_MS)} once it is known`,
    atMost: RESUMED_MAX_MS,
    note: `${beyond.length} hangs: ${beyond.map((ms) => ms.toFixed(0)).join(' ')}; wall clock`,
  };
}
