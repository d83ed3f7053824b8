/** Whether a process that executes scenarios for a long time keeps its size. Needs --expose-gc. */
import { heapBytes } from './heap-size.ts';
import { report } from './row.ts';
import { runSeed, subjectOf } from './subject.ts';

const RUNS = 1_000_000;
const SECONDS_MAX = 60;
const POINTS = 10;
const RUNS_PER_LOOK = 1000;
const MB = 2 ** 20;

const subject = subjectOf([
  { type: 'set_kv', key: 'n', value: '0' },
  { type: 'parallel', tasks: ['a', 'b'].map((name) => ({ name, steps: [{ type: 'set_kv', key: 'n', value: name }] })) },
  { type: 'assert_throws', steps: [{ type: 'fail', message: 'expected' }] },
  { type: 'rand_u64', key: 'r' },
]);
const begun = performance.now();
const sizes: number[] = [];
let runs = 0;
/** The last point is reached by count or by time; how far the points lie apart is found on the way to the first. */
const perPoint = runFor(RUNS / POINTS, SECONDS_MAX / POINTS);
sizes.push(heapBytes());
while (sizes.length < POINTS) {
  runFor(perPoint, Number.POSITIVE_INFINITY);
  sizes.push(heapBytes());
}

const first = sizes[0] ?? Number.NaN;
const last = sizes.at(-1) ?? Number.NaN;
report([
  {
    name: 'heap after the last run against the first tenth',
    measured: last / MB,
    unit: 'MB',
    atMost: (first * 1.05) / MB + 1,
    note: `${runs} runs in ${Math.round((performance.now() - begun) / 1000)} s; ${sizes.map((bytes) => (bytes / MB).toFixed(2)).join(' ')}`,
  },
]);

function runFor(runsMax: number, secondsMax: number): number {
  const start = performance.now();
  let made = 0;
  while (made < runsMax && performance.now() - start < secondsMax * 1000) {
    for (let count = 0; count < RUNS_PER_LOOK; count += 1) runSeed(subject, runs + made + count);
    made += RUNS_PER_LOOK;
  }
  runs += made;
  return made;
}
