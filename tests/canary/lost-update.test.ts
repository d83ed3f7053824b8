/** A planted bug that Fozzy must find, and its repaired twin that must stay green: if this ever changes, the finder is broken. */
import { expect, test } from 'vitest';
import { replaySteps, runSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';

/** Two workers that add one to a counter; the counter is a file, so reading and writing are two steps. */
function counter(worker: (name: string) => readonly StepRecord[]): readonly StepRecord[] {
  return [
    { type: 'fs_write', path: 'counter', data: '+' },
    { type: 'set_kv', key: 'seen', value: '+' },
    { type: 'parallel', tasks: ['a', 'b'].map((name) => ({ name, steps: worker(name) })) },
    { type: 'fs_read_assert', path: 'counter', equals: '+++' },
  ];
}

const racy = counter((name) => [
  { type: 'set_kv', key: `seen-by-${name}`, value: '${seen}' },
  { type: 'fs_write', path: 'counter', data: `\${seen-by-${name}}+` },
  { type: 'set_kv', key: 'seen', value: `\${seen-by-${name}}+` },
]);
const repaired = counter(() => [
  // One step is atomic: the value moves on in the same step that reads it.
  { type: 'set_kv', key: 'seen', value: '${seen}+' },
  { type: 'fs_write', path: 'counter', data: '${seen}' },
]);

test('the lost update is found by some seed and reproduced from its recording', () => {
  const outcomes = Array.from({ length: 40 }, (_, seed) => runSteps(racy, { seed: String(seed) }));
  const found = outcomes.filter((outcome) => outcome.status === 'fail');
  expect(found.length).toBeGreaterThan(3);
  expect(found.length).toBeLessThan(40);
  for (const outcome of found) {
    expect(verdictOf(outcome)).toEqual(['fail', 'assertion/fs_read_assert']);
    const again = replaySteps(racy, outcome.log);
    expect([again.mismatch, again.findings]).toEqual([undefined, outcome.findings]);
  }
  expect(new Set(found.flatMap((outcome) => outcome.findings.map((finding) => finding.fingerprint))).size).toBe(1);
});

test('the repaired twin holds under the same seeds', () => {
  for (let seed = 0; seed < 40; seed += 1) expect(verdictOf(runSteps(repaired, { seed: String(seed) }))).toEqual(['pass']);
});
