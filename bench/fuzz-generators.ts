/** How many JSON values the generators make a second, beside fast-check in the same run, both as they come. */
import fc from 'fast-check';
import { FuzzRandom } from '../src/fuzz/input/fuzz-random.ts';
import { g } from '../src/fuzz/input/g.ts';
import { Tape } from '../src/fuzz/input/tape.ts';
import { median, report } from './row.ts';

const ROUNDS = 7;
const VALUES = 20_000;
/** Times as many as fast-check: 100 000 a second on the machine on which that makes 57 000. */
const RATIO_MIN = 1.75;

const json = g.json();
const tape = new Tape();
const random = FuzzRandom.of({ hi: 0, lo: 1 });

/** Draws and records; a failing input needs both. */
function ours(): number {
  let size = 0;
  for (let value = 0; value < VALUES; value += 1) {
    json.draw(tape.begin({ random }));
    size += tape.sequence().length;
  }
  return size;
}

function theirs(seed: number): number {
  return fc.sample(fc.jsonValue(), { numRuns: VALUES, seed }).length;
}

function perSecond(make: () => number): number {
  const start = performance.now();
  if (make() === 0) throw new Error('nothing was made');
  return (VALUES * 1000) / (performance.now() - start);
}

/** Characters of JSON, so that it shows when one of them makes smaller values. */
function sizeOf(values: readonly unknown[]): number {
  return Math.round(values.reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0) / values.length);
}

const mine: number[] = [];
const peers: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const rates = [perSecond(ours), perSecond(() => theirs(round))] as const;
  // The first round warms both up.
  if (round === 0) continue;
  mine.push(rates[0]);
  peers.push(rates[1]);
}
const sizes = [
  sizeOf(Array.from({ length: 5000 }, () => json.draw(tape.begin({ random })))),
  sizeOf(fc.sample(fc.jsonValue(), { numRuns: 5000, seed: 1 })),
];
report([
  {
    name: 'generators: JSON values',
    measured: median(mine) / median(peers),
    unit: 'times fast-check',
    atLeast: RATIO_MIN,
    note: `${Math.round(median(mine))}/s of ${sizes[0]} characters; fast-check ${Math.round(median(peers))}/s of ${sizes[1]}`,
  },
]);
