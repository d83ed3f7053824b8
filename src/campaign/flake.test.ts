import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base as sampleSummary } from '../report/sample-summary.ts';
import type { Finding } from '../trace/finding.ts';
import type { Status } from '../trace/summary.ts';
import { flakesOf } from './flake.ts';

function run(status: Status, fingerprints: readonly string[] = [], subject: string | undefined = 'a.fozzy.json') {
  const findings: Finding[] = fingerprints.map((fingerprint) => ({
    kind: 'assertion',
    title: `t${fingerprint}`,
    message: 'm',
    fingerprint,
  }));
  const { results: _results, ...summary } = sampleSummary;
  return { summary: { ...summary, status, findings }, subject };
}

test('runs that ended alike are not flaky, whatever they ended with', () => {
  for (const one of [run('pass'), run('fail', ['1', '2'])]) {
    expect(flakesOf([one, one, one])).toMatchObject({ runCount: 3, isFlaky: false, flakeRatePct: 0 });
  }
});

test('the rate is the share of runs without the most common ending', () => {
  const flakes = flakesOf([run('pass'), run('fail', ['1']), run('pass')]);
  expect(flakes).toEqual({
    runCount: 3,
    statusCounts: { pass: 2, fail: 1 },
    findingTitleSets: [
      { titles: [], runs: 2 },
      { titles: ['t1'], runs: 1 },
    ],
    isFlaky: true,
    flakeRatePct: 33.33,
    perScenario: [{ path: 'a.fozzy.json', passed: 2, failed: 1, flakeRatePct: 33.33 }],
  });
});

test('the same status with other failures is another ending; the order of findings is not', () => {
  expect(flakesOf([run('fail', ['1']), run('fail', ['2'])]).flakeRatePct).toBe(50);
  expect(flakesOf([run('fail', ['1', '2']), run('fail', ['2', '1'])]).isFlaky).toBe(false);
});

test('the order of the runs does not matter, and the rate stays below 100', () => {
  const anyRun = fc.tuple(fc.constantFrom<Status>('pass', 'fail', 'timeout'), fc.subarray(['1', '2', '3']));
  fc.assert(
    fc.property(fc.array(anyRun, { minLength: 2, maxLength: 8 }), (made) => {
      const runs = made.map(([status, fingerprints]) => run(status, fingerprints));
      const flakes = flakesOf(runs);
      expect(flakesOf(runs.toReversed())).toEqual(flakes);
      expect(flakes.flakeRatePct).toBeGreaterThanOrEqual(0);
      expect(flakes.flakeRatePct).toBeLessThan(100);
      expect(flakes.isFlaky).toBe(flakes.flakeRatePct > 0);
    }),
    { numRuns: 50 },
  );
});
