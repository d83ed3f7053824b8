import { expect, test } from 'vitest';
import { type ExplainedRun, explanationText, type ToldNecessity } from './explanation.ts';
import { plainPaint } from './paint.ts';

function explained(necessary: readonly ToldNecessity[], transitions: ExplainedRun['transitions'] = null): string {
  const run: ExplainedRun = {
    schemaVersion: 'fozzy.explain.v1',
    path: 'a.fozzy',
    runId: '1',
    name: 'tickets',
    finding: { kind: 'invariant', title: 'finally_violated', message: 'one buyer', fingerprint: 'f' },
    minimal: true,
    necessary,
    race: null,
    clients: [],
    clientsNotNeeded: [],
    nodesNotNeeded: [],
    inDoubt: [],
    transitions,
    failing: { status: 'fail', virtualTimeMs: 1, findings: [], events: [] },
    calm: { status: 'pass', virtualTimeMs: 1, findings: [], events: [] },
    inTurn: null,
  };
  return explanationText(run, { selector: 'latest', style: { paint: plainPaint, widthMax: 200 } });
}

const strike = (asked: string): ToldNecessity => ({ kind: 'fault', timeMs: 2, asked, told: 'yes' });
const drawn = (asked: string): ToldNecessity => ({ kind: 'fault', timeMs: 9, asked, told: '1' });

test('how bad a fault was belongs to the fault, and is none of its own', () => {
  const text = explained([strike('f0 disk-latency disk.pool shop'), drawn('f0 disk-latency length')]);
  expect(text).toContain('It takes 1 fault; the calm run, in which nothing overtakes and nothing goes wrong, passes. It is necessary');
  expect(text).toContain('1. At 2 ms a fault struck: f0 disk-latency disk.pool shop, length = 1.');
  expect(text).not.toContain('2. ');
});

test('what is drawn for another fault stands on its own', () => {
  const text = explained([strike('f0 disk-latency disk.pool shop'), drawn('f1 crash disk')]);
  expect(text).toContain('It takes 2 faults');
  expect(text).toContain('2. At 9 ms a fault struck: f1 crash disk = 1.');
});

test('transitions of which none is known to matter are told without an empty list', () => {
  const text = explained(
    [],
    [
      { machine: 'c', label: 'sleep', isInPast: false },
      { machine: 'test', label: 'sleep', isInPast: false },
    ],
  );
  expect(text).toContain('None of its 2 transitions can be seen to have had a part in it: c 1, test 1.');
});
