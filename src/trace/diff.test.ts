import { expect, test } from 'vitest';
import { Kind } from '../decide/kinds.ts';
import { DecisionLog } from '../decide/log.ts';
import { sampleSummary } from '../../tests/support/sample-run.ts';
import { diffTraces } from './diff.ts';
import type { TraceEvent } from './event.ts';

function traceWith(sleeps: readonly number[], events: readonly TraceEvent[] = []) {
  const decisions = new DecisionLog();
  for (const ms of sleeps) decisions.append1(Kind.sleepMs, ms);
  return { decisions, events, summary: sampleSummary({ reportPath: 'r', artifactsDir: 'a' }) };
}

function event(name: string, fields: TraceEvent['fields'] = {}): TraceEvent {
  return { time_ms: 0, name, source: 'engine', fields };
}

test('equal traces have no difference', () => {
  expect(diffTraces(traceWith([1, 2], [event('a')]), traceWith([1, 2], [event('a')]))).toEqual({ same: true, onlyLeft: [], onlyRight: [] });
});

test('the first differing decision is named with both sides', () => {
  const { same, decision } = diffTraces(traceWith([1, 2, 3]), traceWith([1, 5, 3]));
  expect(same).toBe(false);
  expect(decision).toEqual({ index: 1, left: { kind: 'time_sleep_ms', ms: 2 }, right: { kind: 'time_sleep_ms', ms: 5 } });
});

test('a trace that ends earlier differs where it ends', () => {
  expect(diffTraces(traceWith([1]), traceWith([1, 2])).decision).toEqual({ index: 1, left: null, right: { kind: 'time_sleep_ms', ms: 2 } });
});

test('how an answer was obtained is no difference, what happened is', () => {
  const host = traceWith([], [event('http_request', { backend: 'host', status: 200 })]);
  const replayed = traceWith([], [event('http_request', { backend: 'replay', status: 200 })]);
  const other = traceWith([], [event('http_request', { backend: 'host', status: 500 })]);
  expect(diffTraces(host, replayed).same).toBe(true);
  expect(diffTraces(host, other).event?.index).toBe(0);
});
