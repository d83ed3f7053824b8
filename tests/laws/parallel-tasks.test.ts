/** Law: tasks interleave at step boundaries, every order can happen, and a block that may be rolled back is never entered by others. */
import { describe, expect, test } from 'vitest';
import { EnumerateSource } from '../../src/decide/enumerate.ts';
import { runSubject } from '../../src/campaign/steps-subject.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import { eventsNamed, runSteps, type StepRecord, subjectFor, verdictOf } from '../support/run-steps.ts';
import { textOf } from '../support/text-of.ts';

const say = (name: string): StepRecord => ({ type: 'trace_event', name });
const tasksOf = (lists: Readonly<Record<string, readonly StepRecord[]>>): StepRecord => ({
  type: 'parallel',
  tasks: Object.entries(lists).map(([name, steps]) => ({ name, steps })),
});

/** Everything the tasks said, one text per schedule, in the order the schedules were visited. */
function everyOrder(steps: readonly StepRecord[]): readonly string[] {
  const subject = subjectFor(steps);
  const source = new EnumerateSource();
  const orders: string[] = [];
  do {
    const { events, status } = runSubject(subject, source, new EventSink());
    expect(status).toBe('pass');
    orders.push(
      events
        .filter((event) => event.source === 'user')
        .map((event) => event.name)
        .join(''),
    );
  } while (source.next());
  return orders;
}

/** All merges of the lists that keep the order inside each, found without the engine. */
function merges(lists: readonly string[]): readonly string[] {
  if (lists.every((list) => list === '')) return [''];
  return lists.flatMap((list, index) =>
    list === '' ? [] : merges(lists.map((other, at) => (at === index ? other.slice(1) : other))).map((rest) => `${list.charAt(0)}${rest}`),
  );
}

describe('enumeration', () => {
  test.each([[['ab', 'xy']], [['abc', 'xyz']], [['a', 'x', '1']], [['ab', 'x', '12']], [['a', 'b', 'c', 'd']]])(
    'visits every interleaving of %j exactly once',
    (lists) => {
      const steps = [tasksOf(Object.fromEntries(lists.map((list, index) => [`t${index}`, list.split('').map(say)])))];
      const orders = everyOrder(steps);
      expect(orders.toSorted()).toEqual(merges(lists).toSorted());
      expect(new Set(orders).size).toBe(orders.length);
    },
  );

  test('visits every interleaving of tasks inside tasks exactly once', () => {
    const orders = everyOrder([tasksOf({ t: [tasksOf({ inner1: [say('a')], inner2: [say('b')] })], u: [say('x')] })]);
    // The fork itself is a step, so "x first" is reached twice: before the fork and after it.
    expect(new Set(orders)).toEqual(new Set(merges(['a', 'b', 'x'])));
  });

  test('finds the outcomes brute force finds: a lost update happens in exactly the orders in which both read first', () => {
    const add = (name: string): readonly StepRecord[] => [
      { type: 'http_request', method: 'GET', path: '/count', save_body_as: name },
      { type: 'set_kv', key: 'count', value: `\${${name}}+` },
      say(name),
    ];
    const orders = everyOrder([
      { type: 'http_when', method: 'GET', path: '/count', status: 200, body: '0' },
      tasksOf({ a: add('a'), b: add('b') }),
    ]);
    expect(orders).toHaveLength(merges(['123', '456']).length);
  });
});

describe('a block that may be rolled back', () => {
  const fails: StepRecord = { type: 'fail', message: 'x' };

  test('loses nothing that other tasks do, in any schedule', () => {
    const block = {
      type: 'assert_throws',
      steps: [{ type: 'set_kv', key: 'mine', value: '1' }, say('i'), { type: 'sleep', duration: '5ms' }, say('j'), fails],
    };
    const steps = [
      tasksOf({
        block: [block],
        other: [{ type: 'set_kv', key: 'yours', value: '1' }, say('o'), { type: 'set_kv', key: 'yours2', value: '1' }, say('p')],
      }),
      { type: 'get_kv_assert', key: 'mine', is_null: true },
      { type: 'get_kv_assert', key: 'yours', equals: '1' },
      { type: 'get_kv_assert', key: 'yours2', equals: '1' },
    ];
    const orders = everyOrder(steps);
    for (const order of orders) expect(order).toContain('ij');
    expect(new Set(orders)).toEqual(new Set(['ijop', 'oijp', 'opij']));
  });

  test('is atomic when it is nested in another, and ends only itself', () => {
    const inner = { type: 'assert_throws', steps: [say('a'), fails] };
    const outer = { type: 'assert_throws', steps: [say('1'), inner, say('2'), fails] };
    for (const order of everyOrder([tasksOf({ t: [outer], u: [say('x'), say('y')] })])) expect(order).toContain('1a2');
  });

  test('with tasks inside lets those tasks interleave and nobody else', () => {
    const block = { type: 'assert_throws', steps: [tasksOf({ l: [say('a'), say('b')], r: [say('c'), fails] })] };
    const orders = everyOrder([tasksOf({ t: [block], u: [say('x')] })]);
    for (const order of orders) expect(order).toMatch(/^x?[abc]*x?$/);
    expect(new Set(orders.map((order) => order.replace('x', '')))).toEqual(new Set(['c', 'ac', 'ca', 'abc', 'acb', 'cab']));
  });

  test('unwinds tasks, loops and sleeps that were open inside it, and closes their spans', () => {
    const endless = { type: 'repeat', times: 3, steps: [{ type: 'sleep', duration: '10ms' }, say('tick')] };
    const block = {
      type: 'assert_throws',
      steps: [{ type: 'repeat', times: 2, steps: [tasksOf({ l: [endless], r: [{ type: 'sleep', duration: '15ms' }, fails] })] }],
    };
    const outcome = runSteps([block, say('after')]);
    expect([verdictOf(outcome), outcome.virtualTimeMs]).toEqual([['pass'], 15]);
    expect(eventsNamed(outcome, 'tick')).toHaveLength(1);
    const starts = eventsNamed(outcome, 'span_start').map((event) => textOf(event.fields['span']));
    const ends = eventsNamed(outcome, 'span_end').map((event) => textOf(event.fields['span']));
    expect(ends.toSorted()).toEqual(starts.toSorted());
  });
});

describe('a parallel step', () => {
  test('ends with its slowest task, and the steps after it see what all tasks did', () => {
    const steps = [
      tasksOf({
        a: [
          { type: 'sleep', duration: '5ms' },
          { type: 'set_kv', key: 'a', value: '1' },
        ],
        b: [{ type: 'set_kv', key: 'b', value: '1' }],
      }),
      { type: 'get_kv_assert', key: 'a' },
      { type: 'get_kv_assert', key: 'b' },
    ];
    expect(verdictOf(runSteps(steps))).toEqual(['pass']);
  });

  test('stops all tasks at the first failing step', () => {
    const outcome = runSteps([tasksOf({ a: [{ type: 'fail', message: 'x' }], b: [{ type: 'sleep', duration: '1ms' }, say('never')] })]);
    expect([verdictOf(outcome), eventsNamed(outcome, 'never')]).toEqual([['fail', 'assertion/fail'], []]);
    expect(outcome.findings[0]?.location?.stepPath).toBe('/steps/0/tasks/0/steps/0');
  });

  test('gives different seeds different orders and the same seed the same order', () => {
    const steps = [tasksOf({ a: 'abcd'.split('').map(say), x: 'wxyz'.split('').map(say) })];
    const order = (seed: number) =>
      runSteps(steps, { seed: String(seed) })
        .events.filter((event) => event.source === 'user')
        .map((event) => event.name)
        .join('');
    const orders = Array.from({ length: 30 }, (_, seed) => order(seed));
    expect(new Set(orders).size).toBeGreaterThan(5);
    expect(Array.from({ length: 30 }, (_, seed) => order(seed))).toEqual(orders);
  });
});

describe('repeat', () => {
  test('counts its rounds from 0 in the key, and its spans carry the round', () => {
    const inner = {
      type: 'repeat',
      times: 2,
      index_key: 'j',
      steps: [{ type: 'trace_event', name: 'at', fields: { i: '${i}', j: '${j}' } }],
    };
    const outcome = runSteps([
      { type: 'repeat', times: 3, index_key: 'i', steps: [inner] },
      { type: 'get_kv_assert', key: 'i', equals: '2' },
    ]);
    expect(eventsNamed(outcome, 'at').map(({ fields: { i, j } }) => textOf(i) + textOf(j))).toEqual(['00', '01', '10', '11', '20', '21']);
    const spans = eventsNamed(outcome, 'span_start').filter((event) => event.fields['step_kind'] === 'trace_event');
    expect(spans.map((event) => event.fields['span'])).toEqual([
      'step-0.0.0#0#0',
      'step-0.0.0#0#1',
      'step-0.0.0#1#0',
      'step-0.0.0#1#1',
      'step-0.0.0#2#0',
      'step-0.0.0#2#1',
    ]);
    expect(spans.every((event) => event.fields['step_path'] === '/steps/0/steps/0/steps/0')).toBe(true);
  });

  test('stops at the first failing step of any round', () => {
    const outcome = runSteps([{ type: 'repeat', times: 5, index_key: 'i', steps: [{ type: 'assert_ne_str', a: '${i}', b: '2' }] }]);
    expect([verdictOf(outcome), outcome.stepsExecuted]).toEqual([['fail', 'assertion/assert_ne_str'], 4]);
  });
});
