/** Whether a process that simulates for a long time keeps its size: a program of twenty transitions, again and again. Needs --expose-gc. */
import { heapBytes } from './heap-size.ts';
import { report } from './row.ts';
import { openOnly, runSubject } from './subject-runs.ts';

const RUNS = 100_000;
const POINTS = 10;
const MB = 2 ** 20;

const subject = await openOnly('bench/apps/twenty.fozzy.ts');
const sizes: number[] = [];
for (let point = 0; point < POINTS; point += 1) {
  await runSubject(subject, RUNS / POINTS, (point * RUNS) / POINTS);
  sizes.push(heapBytes());
}
const first = sizes[0] ?? Number.NaN;
const last = sizes.at(-1) ?? Number.NaN;
report([
  {
    name: 'heap after 100 000 simulated runs against the first tenth',
    measured: last / MB,
    unit: 'MB',
    atMost: (first * 1.05) / MB + 1,
    note: sizes.map((bytes) => (bytes / MB).toFixed(2)).join(' '),
  },
]);
