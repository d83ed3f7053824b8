/** Law: no number is rounded and no member lost between a scenario and its trace; clocks and ids stay within exact integers. */
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { eventsNamed, replaySteps, runSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';

const last = Number.MAX_SAFE_INTEGER;

describe('the clock', () => {
  const longest: StepRecord = { type: 'advance', duration: `${last}ms` };

  test('stops at the last exact millisecond, whatever moves it', () => {
    const mark = { type: 'trace_event', name: 'here' };
    const http = [
      { type: 'http_when', method: 'GET', path: '/', status: 200, delay: `${last}ms` },
      { type: 'http_request', method: 'GET', path: '/' },
    ];
    const poll = { type: 'assert_never_kv', key: 'k', equals: 'v', within: `${last}ms`, poll: `${last}ms` };
    const steps = [{ type: 'sleep', duration: '5ms' }, longest, longest, { type: 'sleep', duration: '9ms' }, ...http, poll, mark];
    const outcome = runSteps(steps);
    expect(verdictOf(outcome)).toEqual(['pass']);
    expect(eventsNamed(outcome, 'here')[0]?.time_ms).toBe(last);
    expect(replaySteps(steps, outcome.log)).toMatchObject({ status: 'pass', virtualTimeMs: last });
  });

  test('ends a window of any length', () => {
    const window = { key: 'k', equals: 'v', within: `${last}ms`, poll: `${last}ms` };
    expect(verdictOf(runSteps([longest, { type: 'assert_eventually_kv', ...window }]))).toEqual(['fail', 'assertion/assert_eventually_kv']);
  });
});

test('a key that holds more than an exact integer holds no allocation id', () => {
  for (const value of ['9007199254740992', '9999999999999999', '0', '-1', '1.0', '01']) {
    const outcome = runSteps([
      { type: 'set_kv', key: 'k', value },
      { type: 'memory_free', key: 'k' },
    ]);
    expect(verdictOf(outcome), value).toEqual(['fail', 'checker/memory_free']);
  }
  const steps = [
    { type: 'set_kv', key: 'k', value: String(last) },
    { type: 'memory_free', key: 'k' },
  ];
  expect(verdictOf(runSteps(steps))).toEqual(['fail', 'checker/memory_free_missing']);
});

test('fields of an event keep every member, also one named like a property of all objects', () => {
  const fields: unknown = JSON.parse('{"__proto__":{"__proto__":"${k}"},"constructor":1}');
  const outcome = runSteps([
    { type: 'set_kv', key: 'k', value: 'v' },
    { type: 'trace_event', name: 'mark', fields },
  ]);
  expect(canonicalJson(eventsNamed(outcome, 'mark')[0]?.fields ?? {})).toBe('{"__proto__":{"__proto__":"v"},"constructor":1}');
});

describe('the event of a scripted answer', () => {
  const when = { type: 'http_when', method: 'GET', path: '/', status: 200, delay: '40ms' };
  const ask = { type: 'http_request', method: 'GET', path: '/' };

  test('tells how long the answer took, which is nothing under a frozen clock', () => {
    const outcome = runSteps([when, ask, { type: 'freeze' }, ask]);
    expect(eventsNamed(outcome, 'capability_http').map((event) => event.fields['duration_ms'])).toEqual([40, 0]);
  });
});

describe('a header made illegal by interpolation', () => {
  const when = { type: 'http_when', method: 'GET', path: '/', status: 200 };

  test.each(['a\rb', 'a\nb', 'a\0b', 'a\u007fb', '\u0001', '✓'])('%j is misuse', (value) => {
    const set = { type: 'set_kv', key: 'k', value };
    const ask = { type: 'http_request', method: 'GET', path: '/', headers: { 'x-a': 'is ${k}' } };
    expect(verdictOf(runSteps([when, set, ask]))).toEqual(['fail', 'checker/http_header_invalid']);
    expect(verdictOf(runSteps([set, { ...when, headers: { 'x-a': '${k}' } }, ask]))).toEqual(['fail', 'checker/http_header_invalid']);
  });

  test('is not one with tabs, blanks and Latin-1', () => {
    const set = { type: 'set_kv', key: 'k', value: 'a\tb é ~' };
    const ask = { type: 'http_request', method: 'GET', path: '/', headers: { 'x-a': '${k}' } };
    expect(verdictOf(runSteps([when, set, ask]))).toEqual(['pass']);
  });
});

test('the proposed rule for an undeclared command answers it when it is pasted, also where the command holds ${', () => {
  const spawn = { type: 'proc_spawn', cmd: 'sh', args: ['-c', 'echo $${HOME} $$${x} ${k}'] };
  const set = { type: 'set_kv', key: 'k', value: '$${y}' };
  const [finding] = runSteps([set, spawn]).findings;
  expect(finding?.title).toBe('proc_unmatched');
  const details: unknown = finding?.location?.details?.['suggestedProcWhen'];
  expect(verdictOf(runSteps([set, { type: 'proc_when', ...Object(details) }, spawn]))).toEqual(['pass']);
});
