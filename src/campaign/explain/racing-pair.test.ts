/** Which pair is named: the first that changed places and shares something, and none where nothing did. */
import { expect, test } from 'vitest';
import type { TraceEvent } from '../../trace/event.ts';
import { racingPair, type WitnessedRun } from './racing-pair.ts';

/** Every step is one event; those after the bar were asked for and never ran. */
function run(...ran: readonly (string | { readonly never: string })[]): WitnessedRun {
  const events: TraceEvent[] = [];
  const steps = ran.map((given, turn) => {
    if (typeof given !== 'string') return { ...step(given.never), turn: undefined, from: 0, until: 0 };
    const [node = '', op = '', path] = given.split(' ');
    events.push({
      time_ms: 0,
      name: path === undefined ? 'transition' : 'fs',
      source: 'engine',
      fields: { node, op, ...(path && { path }) },
    });
    return { ...step(given), turn, from: turn, until: turn + 1 };
  });
  return { steps, events, clients: new Set(['reader', 'writer']) };
}

function step(name: string) {
  return { name, what: name, asked: undefined, ran: [], blocks: [] };
}

function told(failing: WitnessedRun, calm: WitnessedRun, clientsMeet = false): string | undefined {
  const pair = racingPair(failing, calm, clientsMeet);
  return pair && `${pair.first.name} < ${pair.second.name}: ${pair.shared}`;
}

test('the same order has no race', () => {
  expect(told(run('a one', 'a two'), run('a one', 'a two'))).toBeUndefined();
});

test('of two that changed places, those on different machines do not race', () => {
  expect(told(run('b two', 'a one'), run('a one', 'b two'))).toBeUndefined();
});

test('a shared file, of which one changes it, says more than a shared machine', () => {
  const calm = run('a one', 'a writeFile /v', 'a two', 'a readFile /v');
  expect(told(run('a two', 'a readFile /v', 'a one', 'a writeFile /v'), calm)).toBe('a readFile /v < a writeFile /v: both use /v on a');
  expect(told(run('a two', 'a one'), run('a one', 'a two'))).toBe('a two < a one: both run on a');
});

test('two that only read the same file are told by their machine', () => {
  expect(told(run('a readFile /v', 'a stat /v'), run('a stat /v', 'a readFile /v'))).toBe('a readFile /v < a stat /v: both run on a');
});

test('clients share the variables of the scenario', () => {
  expect(told(run('reader get', 'writer put'), run('writer put', 'reader get'))).toBe(
    'reader get < writer put: both use the variables of the scenario',
  );
});

test('what was called off in the calm run, or did not come to run in the failing one, counts as later than everything', () => {
  expect(told(run('a timer', { never: 'a answer' }), run('a answer', { never: 'a timer' }))).toBe('a timer < a answer: both run on a');
});

test('what came up in one of the runs only was overtaken by nobody', () => {
  expect(told(run('a new', 'a one'), run('a one'))).toBeUndefined();
});

test('beside clients that take turns it is code of a node that races, not whoever came earlier', () => {
  const withCode = (given: WitnessedRun, ...names: readonly string[]): WitnessedRun => ({
    ...given,
    steps: given.steps.map((each) => (names.includes(each.name) ? { ...each, ran: ['code'] } : each)),
  });
  const code = ['reader get', 'writer put', 'a read', 'a write'] as const;
  const failing = withCode(run('reader get', 'writer put', 'a connect', 'a read', 'a write'), ...code);
  const turns = withCode(run('writer put', 'a write', 'reader get', 'a connect', 'a read'), ...code);
  expect(told(failing, turns, true)).toBe('a read < a write: both run on a');
  expect(told(failing, turns)).toBe('reader get < writer put: both use the variables of the scenario');
});
