/** Steps and decisions per second of the engine, against a bare loop that does the same to a map. */
import { compareLanes, type Lane } from './lanes.ts';
import { report } from './row.ts';
import { constantWrites, mixedWork } from './sample-programs.ts';
import { runSeed, subjectOf } from './subject.ts';

const WRITE_ROUNDS = 10_000;
const MIXED_ROUNDS = 2000;
const LANE_ROUNDS = 101;
const NS = 1e9;

const lanes = {
  writes: engine(constantWrites(WRITE_ROUNDS)),
  mixed: engine(mixedWork(MIXED_ROUNDS)),
  bareWrites: () => () => bareWrites(WRITE_ROUNDS),
  bareMixed: () => () => bareMixed(MIXED_ROUNDS),
};

await compareLanes(lanes, LANE_ROUNDS, ({ writes, mixed, bareWrites: bare, bareMixed: bareMix }) => {
  const outcome = runSeed(subjectOf(mixedWork(MIXED_ROUNDS)), 1);
  const decisionsPerStep = outcome.log.length / outcome.stepsExecuted;
  report([
    { name: 'set_kv steps', measured: NS / writes.nsPerUnit, unit: 'steps/s' },
    { name: 'set_kv steps against a bare loop', measured: writes.nsPerUnit / bare.nsPerUnit, unit: '× the time' },
    { name: 'mixed steps (loops, three tasks, references, assertions)', measured: NS / mixed.nsPerUnit, unit: 'steps/s' },
    { name: 'mixed decisions', measured: (NS / mixed.nsPerUnit) * decisionsPerStep, unit: 'decisions/s' },
    { name: 'mixed steps against a bare loop', measured: mixed.nsPerUnit / bareMix.nsPerUnit, unit: '× the time' },
  ]);
});

function engine(steps: readonly object[]): Lane {
  return () => {
    const subject = subjectOf(steps);
    let seed = 0;
    return () => {
      seed += 1;
      return runSeed(subject, seed).stepsExecuted;
    };
  };
}

/** The key-value operations of constantWrites, and nothing else. */
function bareWrites(rounds: number): number {
  const kv = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    kv.set('a', '1');
    kv.set('b', '2');
    kv.set('c', '3');
    kv.set('d', '4');
  }
  return rounds * 4;
}

/** The key-value operations of mixedWork, one task after the other. */
function bareMixed(rounds: number): number {
  const kv = new Map<string, string>([['total', '0']]);
  let steps = 1;
  for (const name of ['a', 'b', 'c']) {
    const [index, own, seen] = [`i-${name}`, `own-${name}`, `seen-${name}`];
    for (let round = 0; round < rounds; round += 1) {
      kv.set(index, String(round));
      kv.set(own, kv.get(index) ?? '');
      kv.set('total', kv.get(own) ?? '');
      kv.set(seen, name);
      if (kv.get(seen) !== name) throw new Error('lost');
      steps += 4;
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    kv.set('x', 'value');
    if (kv.get('x') !== 'value') throw new Error('lost');
    steps += 2;
  }
  return steps;
}
