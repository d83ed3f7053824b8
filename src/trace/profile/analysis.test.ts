/** Numbers of a profile: what they are made of, and what they cannot be made of. */
import { expect, test } from 'vitest';
import type { TraceEvent } from '../event.ts';
import { buildProfile } from './build-profile.ts';
import { confidenceOf, diffProfiles } from './diff.ts';
import { metricsOf, percentile } from './metrics.ts';
import type { Profile } from './profile.ts';

function event(time_ms: number, name: string, fields: TraceEvent['fields'], source: TraceEvent['source'] = 'engine'): TraceEvent {
  return { time_ms, name, source, fields };
}

function stepsProfile(events: readonly TraceEvent[], virtualTimeMs = 0): Profile {
  return buildProfile({ subject: 'steps', events, virtualTimeMs, hostTimeMs: 0 });
}

test('a percentile is the nearest rank, a value that occurred', () => {
  const values = Array.from({ length: 100 }, (_, index) => index + 1);
  expect([50, 95, 99, 100].map((percent) => percentile(values, percent))).toEqual([50, 95, 99, 100]);
  expect(percentile([7], 50)).toBe(7);
  expect(percentile([1, 2, 3, 4], 50)).toBe(2);
  expect(percentile([], 50)).toBeNull();
});

test('events of the user make no spans, operations, turns or allocations', () => {
  const forged = [
    event(0, 'span_start', { span: 's', step_kind: 'sleep', step_path: '/steps/0', task: 'main' }, 'user'),
    event(9, 'span_end', { span: 's', status: 'ok' }, 'user'),
    event(9, 'capability_http', { method: 'GET', path: '/', duration_ms: 9 }, 'user'),
    event(9, 'memory_alloc', { alloc_id: 1, bytes: 9 }, 'user'),
    event(9, 'sched_pick', { task_id: 'main', step_kind: 'x', step_path: '/' }, 'user'),
    event(9, 'transition', { node: 'a', label: 'timer' }, 'user'),
    event(9, 'http.request', { node: 'a', to: 'b', path: '/', method: 'GET' }, 'user'),
  ];
  for (const subject of ['steps', 'simulation', 'distributed', 'fuzz'] as const) {
    const profile = buildProfile({ subject, events: forged, virtualTimeMs: 9, hostTimeMs: 0 });
    expect([profile.spans, profile.io, profile.turns, profile.waits, profile.allocations]).toEqual([[], [], [], [], []]);
  }
});

test('what a block took back was never allocated, and what it freed is there again', () => {
  const alloc = (allocId: number) => event(0, 'memory_alloc', { alloc_id: allocId, bytes: 10, effective_bytes: 10 });
  const profile = stepsProfile([
    alloc(1),
    event(0, 'scope_start', { span: 'step-1' }),
    event(0, 'memory_free', { alloc_id: 1, existed: true }),
    alloc(2),
    alloc(3),
    event(0, 'scope_end', { span: 'step-1', rolled_back: true }),
  ]);
  expect(metricsOf(profile)).toMatchObject({ allocBytes: 10, inUseBytes: 10 });
  expect(profile.peakBytes).toBe(10);
});

test('an allocation that was refused counts nowhere', () => {
  const refused = event(0, 'memory_alloc', { alloc_id: null, bytes: 10, effective_bytes: 10, failed_reason: 'limit_mb' });
  expect(stepsProfile([refused]).allocations).toEqual([]);
});

test('answers to equal questions are told apart by their order', () => {
  const ask = (ms: number, node: string) => event(ms, 'http.request', { node, to: 'bank', method: 'GET', path: '/x' });
  const answer = (ms: number, node: string) => event(ms, 'http.response', { node, from: 'bank', path: '/x', status: 200 });
  const events = [ask(0, 'anna'), ask(1, 'bob'), ask(2, 'anna'), answer(10, 'anna'), answer(11, 'bob'), answer(30, 'anna')];
  const { spans } = buildProfile({ subject: 'simulation', events, virtualTimeMs: 30, hostTimeMs: 0 });
  expect(spans.map(({ actor, startMs, endMs }) => [actor, startMs, endMs])).toEqual([
    ['anna', 0, 10],
    ['bob', 1, 11],
    ['anna', 2, 30],
  ]);
});

function slept(ms: number): Profile {
  return stepsProfile(
    [
      event(0, 'span_start', { span: 's', step_kind: 'sleep', step_path: '/steps/0', task: 'main' }),
      event(ms, 'span_end', { span: 's', status: 'ok' }),
    ],
    ms,
  );
}

test.each([
  [100, 101, 'stable', false],
  [100, 103, 'minor_regression', true],
  [100, 110, 'regression_detected', true],
  [100, 50, 'improvement', true],
  [100, 100, 'stable', false],
])('from %i to %i milliseconds is %s', (left, right, verdict, isSignificant) => {
  const diff = diffProfiles([slept(left)], [slept(right)], ['latency']);
  expect(diff.summary.verdict).toBe(verdict);
  expect(diff.regressions.some((change) => change.isSignificant)).toBe(isSignificant);
});

test.each([
  [104, 'low'],
  [105, 'medium'],
  [115, 'high'],
  [130, 'critical'],
])('100 → %i milliseconds is of %s severity', (right, severity) => {
  const [change] = diffProfiles([slept(100)], [slept(right)], ['latency']).regressions;
  expect(change).toMatchObject({ severity });
});

test('from nothing to something is 100 percent', () => {
  expect(diffProfiles([slept(0)], [slept(40)], ['latency']).regressions[0]).toMatchObject({ left: 0, right: 40, deltaPct: 100 });
});

test('one measurement of the host proves nothing, and many prove as much as they agree', () => {
  expect(confidenceOf([5], [9])).toEqual({ confidence: 0, method: 'single_measurement' });
  expect(confidenceOf([5, 5.1, 4.9], [9, 9.1, 8.9]).confidence).toBeGreaterThan(0.99);
  expect(confidenceOf([1, 9, 5], [2, 8, 6]).confidence).toBeLessThan(0.8);
});
