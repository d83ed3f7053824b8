import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasOrder, isLinearizable } from '../../tests/support/brute-force.ts';
import { type Call, failed, op, open, randomHistory } from '../../tests/support/histories.ts';
import { registerWorkload } from '../../tests/support/workload.ts';
import type { HistoryOperation } from '../trace/history.ts';
import { linearizable } from './linearizable.ts';
import type { Model } from './model.ts';
import { counter } from './model/counter.ts';
import { kv } from './model/kv.ts';
import { lock } from './model/lock.ts';
import { queue } from './model/queue.ts';
import { register } from './model/register.ts';
import { set } from './model/set.ts';

const value = fc.nat({ max: 2 });
const bool = fc.boolean();

function calls(shapes: readonly (readonly [string, readonly fc.Arbitrary<unknown>[], fc.Arbitrary<unknown>])[]): fc.Arbitrary<Call> {
  return fc.oneof(...shapes.map(([name, args, result]) => fc.record({ name: fc.constant(name), args: fc.tuple(...args), result })));
}

const nothing = fc.constant(undefined);
const maybe = fc.option(bool, { nil: undefined });
const key = fc.constantFrom('x', 'y');

const kinds: readonly { readonly model: Model<never>; readonly call: fc.Arbitrary<Call> }[] = [
  kind(register(0), [
    ['read', [], value],
    ['write', [value], nothing],
    ['cas', [value, value], bool],
  ]),
  kind(kv(), [
    ['get', [key], fc.option(value, { nil: undefined })],
    ['put', [key, value], nothing],
    ['delete', [key], maybe],
    ['cas', [key, value, value], bool],
  ]),
  kind(queue(), [
    ['enqueue', [value], nothing],
    ['dequeue', [], fc.option(value, { nil: undefined })],
  ]),
  kind(set(), [
    ['add', [value], maybe],
    ['remove', [value], maybe],
    ['contains', [value], bool],
  ]),
  kind({ ...set(), name: 'set with reads' }, [
    ['add', [value], nothing],
    ['remove', [value], nothing],
    ['read', [], fc.subarray([0, 1, 2])],
  ]),
  kind(lock(), [
    ['acquire', [], fc.constantFrom(undefined, undefined, false)],
    ['release', [], nothing],
  ]),
  kind(counter(), [
    ['read', [], value],
    ['increment', [], nothing],
    ['add', [value], fc.option(value, { nil: undefined })],
  ]),
];

function kind<State>(
  model: Model<State>,
  shapes: Parameters<typeof calls>[0],
): { readonly model: Model<never>; readonly call: fc.Arbitrary<Call> } {
  // Reason for the cast: the table mixes models, and each is only ever used with its own states.
  return { model: model as unknown as Model<never>, call: calls(shapes) };
}

describe.each(kinds)('on small histories of a $model.name', ({ model, call }) => {
  test('the verdict is the one of trying every order', () => {
    fc.assert(
      fc.property(randomHistory(call, 7), (history) => {
        const verdict = linearizable(model).judge(history);
        expect(verdict === undefined).toBe(isLinearizable(model, history));
      }),
      { numRuns: 250 },
    );
  });

  test('what a violation names is a contradiction of its own, and nothing in it can be doubted', () => {
    fc.assert(
      fc.property(randomHistory(call, 7), (history) => {
        const verdict = linearizable(model).judge(history);
        if (verdict === undefined) return;
        expect(verdict).toMatchObject({ kind: 'violation', minimal: true });
        const certain = history.filter((_, number) => verdict.operations.includes(number));
        const others = othersThan(model, certain, history);
        expect(hasOrder(model, certain, others)).toBe(false);
        expect(hasOrder(model, certain, [])).toBe(false);
        for (const doubted of certain) {
          const rest = certain.filter((each) => each !== doubted);
          expect(hasOrder(model, rest, [...others, doubted])).toBe(true);
        }
      }),
      { numRuns: 250 },
    );
  });
});

/** Operations of the same part that may have happened. */
function othersThan(
  model: Model<never>,
  certain: readonly HistoryOperation[],
  history: readonly HistoryOperation[],
): readonly HistoryOperation[] {
  const happened = history.filter((each) => each.status !== 'failed');
  const whole = happened.some((each) => model.key?.(each) === undefined);
  const about = certain.map((each) => model.key?.(each));
  return happened.filter((each) => !certain.includes(each) && (whole || about.includes(model.key?.(each))));
}

describe('a register', () => {
  const judge = (history: readonly HistoryOperation[]) => linearizable(register(0)).judge(history);

  test('may be read old or new while a write goes on', () => {
    const write = op('a', 0, 10, 'write', [1]);
    expect(judge([write, op('b', 1, 2, 'read', [], 0), op('b', 3, 4, 'read', [], 1)])).toBeUndefined();
  });

  test('must not be read old after it was read new', () => {
    const verdict = judge([op('a', 0, 10, 'write', [1]), op('b', 1, 2, 'read', [], 1), op('c', 3, 4, 'read', [], 0)]);
    expect(verdict).toEqual({
      kind: 'violation',
      message: 'not linearizable as a register: c got 0 from read() at #2, although read() = 1 by b at #1 had completed before',
      operations: [1, 2],
      minimal: true,
    });
  });

  test('must not be read old after a write has completed, whatever was written before', () => {
    const writes = Array.from({ length: 30 }, (_, at) => op('a', at * 2, at * 2 + 1, 'write', [at % 3]));
    const verdict = judge([...writes, op('a', 100, 101, 'write', [7]), op('b', 102, 103, 'read', [], 1)]);
    expect(verdict?.message).toBe(
      'not linearizable as a register: b got 1 from read() at #31, although write(7) by a at #30 had completed before',
    );
  });

  test('must not be read before it is written', () => {
    const verdict = judge([op('b', 0, 1, 'read', [], 5), op('a', 2, 3, 'write', [5])]);
    expect(verdict?.message).toBe(
      'not linearizable as a register: b got 5 from read() at #0, which nothing that had begun by then explains',
    );
    expect(verdict?.operations).toEqual([0]);
  });

  test('may show an open write at any time later, or never, but not before, and not once gone', () => {
    const write = open('a', 2, 'write', [1]);
    expect(judge([write, op('b', 3, 4, 'read', [], 0), op('b', 90, 91, 'read', [], 1)])).toBeUndefined();
    expect(judge([write, op('b', 90, 91, 'read', [], 0)])).toBeUndefined();
    expect(judge([op('b', 0, 1, 'read', [], 1), write])?.operations).toEqual([0]);
    expect(judge([write, op('b', 3, 4, 'read', [], 1), op('b', 5, 6, 'read', [], 0)])?.operations).toEqual([1, 2]);
  });

  test('never shows a failed write', () => {
    expect(judge([failed('a', 0, 1, 'write', [1]), op('b', 2, 3, 'read', [], 1)])?.operations).toEqual([1]);
  });

  test('exchanges a value for one of two', () => {
    const both = [op('a', 0, 3, 'cas', [0, 1], true), op('b', 1, 2, 'cas', [0, 2], true)];
    expect(judge(both)).toMatchObject({ operations: [0, 1] });
    expect(judge([both[0] ?? failed('a', 0, 1, 'cas', []), op('b', 1, 2, 'cas', [0, 2], false)])).toBeUndefined();
  });

  test('holds objects by what they consist of', () => {
    const history = [op('a', 0, 1, 'write', [{ n: 1, m: [2] }]), op('b', 2, 3, 'read', [], { m: [2], n: 1 })];
    expect(judge(history)).toBeUndefined();
  });

  test('names an operation that it does not have', () => {
    expect(() => judge([op('a', 0, 1, 'poke', [1])])).toThrow('register() knows read, write and cas, but the history has poke(1)');
  });
});

describe('other objects', () => {
  test('a queue gives up its oldest value first', () => {
    const history = [op('a', 0, 1, 'enqueue', [1]), op('a', 2, 3, 'enqueue', [2]), op('b', 4, 5, 'dequeue', [], 2)];
    expect(linearizable(queue()).judge(history)).toMatchObject({ operations: [0, 2] });
  });

  test('a lock is held by one', () => {
    const history = [op('a', 0, 1, 'acquire', []), op('b', 2, 3, 'acquire', []), op('a', 4, 5, 'release', [])];
    expect(linearizable(lock()).judge(history)).toMatchObject({
      message: 'not linearizable as a lock for "lock": b completed acquire() at #1, although acquire() by a at #0 had completed before',
    });
  });

  test('the key with the violation is named, and only its operations', () => {
    const history = [
      op('a', 0, 1, 'put', ['y', 9]),
      op('a', 2, 3, 'put', ['x', 1]),
      op('b', 4, 5, 'get', ['y'], 9),
      op('b', 6, 7, 'get', ['x'], undefined),
    ];
    expect(linearizable(kv()).judge(history)).toMatchObject({ key: 'x', operations: [1, 3] });
  });

  test('a model of one’s own is all that is needed', () => {
    const stack: Model<readonly unknown[]> = {
      name: 'stack',
      initial: [],
      step: (state, { name, args, result }) =>
        name === 'push' ? { ok: true, state: [...state, args[0]] } : { ok: state.at(-1) === result, state: state.slice(0, -1) },
    };
    const pushes = [op('a', 0, 1, 'push', [1]), op('a', 2, 3, 'push', [2])];
    expect(linearizable(stack).judge([...pushes, op('b', 4, 5, 'pop', [], 2)])).toBeUndefined();
    expect(linearizable(stack).judge([...pushes, op('b', 4, 5, 'pop', [], 1)])).toMatchObject({ operations: [1, 2] });
  });

  test('states with the same hash are told apart by equality', () => {
    const model: Model<{ readonly v: unknown }> = {
      name: 'box',
      initial: { v: 0 },
      step: (state, { name, args, result }) => (name === 'write' ? { ok: true, state: { v: args[0] } } : { ok: state.v === result, state }),
      hash: () => 'same',
      equal: (a, b) => a.v === b.v,
    };
    const history = [op('a', 0, 1, 'write', [1]), op('a', 2, 3, 'write', [2]), op('a', 4, 5, 'read', [], 2)];
    expect(linearizable(model).judge(history)).toBeUndefined();
    expect(linearizable(model).judge([...history, op('a', 6, 7, 'read', [], 1)])).toMatchObject({ kind: 'violation' });
  });
});

describe('a search that is given up', () => {
  const writes = Array.from({ length: 24 }, (_, at) => op(`p${at}`, at, 100 + at, 'write', [at]));
  const hard = [...writes, op('r', 200, 201, 'read', [], 'never written')];
  /** Knows nothing that would make it easier. */
  const plain: Model<unknown> = { name: 'plain', initial: undefined, step: (state, operation) => register().step(state, operation) };

  test('says that it did not decide, after the steps it was allowed', () => {
    const verdict = linearizable(plain, { steps: 5000 }).judge(hard);
    expect(verdict?.kind).toBe('undecided');
    expect(verdict?.message).toContain('not decided');
    expect(verdict?.message).toContain('{ steps: 50000 }');
  });

  test('still tells what is wrong with a few operations by themselves', () => {
    const verdict = linearizable(register(), { steps: 5000 }).judge(hard);
    expect(verdict).toMatchObject({ kind: 'violation', operations: [24], minimal: true });
  });

  test('ends when the clock of the caller says so', () => {
    let asked = 0;
    const isOver = () => {
      asked += 1;
      return asked === 3;
    };
    expect(linearizable(plain, { isOver }).judge(hard)?.kind).toBe('undecided');
    expect(asked).toBe(3);
  });

  test('does not hide a violation elsewhere', () => {
    const other = hard.map((each) => ({ ...each, name: each.name === 'write' ? 'put' : 'get', args: ['hard', ...each.args] }));
    const verdict = linearizable(kv(), { steps: 5000 }).judge([...other, op('x', 300, 301, 'get', ['easy'], 1)]);
    expect(verdict).toMatchObject({ kind: 'violation', key: 'easy' });
  });
});

describe('orders that lead to the same state', () => {
  /** Nine may happen in 362 880 orders, which lead through 512 states. */
  const NINE = Array.from({ length: 9 }, (_, at) => op(`p${at}`, at, 100 + at, 'increment', []));
  const plain: Model<number> = {
    name: 'plain counter',
    initial: 0,
    step: (state, operation) =>
      operation.name === 'increment' ? { ok: true, state: state + 1 } : { ok: operation.result === state, state },
  };

  test('are searched once: what is impossible is found to be so after few steps', () => {
    const impossible = [...NINE, op('r', 200, 201, 'read', [], 10)];
    expect(linearizable(plain, { steps: 50_000 }).judge(impossible)?.kind).toBe('violation');
    expect(linearizable(plain, { steps: 50_000 }).judge([...NINE, op('r', 200, 201, 'read', [], 9)])).toBeUndefined();
  });
});

describe('a long history', () => {
  const right = registerWorkload(2000, 10, 5);

  test('of a register that is right is accepted, with open writes among it', () => {
    expect(linearizable(register(0)).judge(right)).toBeUndefined();
    const crashed = right.map((each, at) =>
      at % 50 === 7 && each.name === 'write' ? open(`x${at}`, each.from, 'write', each.args) : each,
    );
    expect(linearizable(register(0)).judge(crashed)).toBeUndefined();
  });

  test('with one wrong answer is rejected for a handful of operations', () => {
    const reads = right.flatMap((each, at) => (each.name === 'read' && at > 1500 ? [at] : []));
    const wrong = reads[0] ?? 0;
    const stale = right.map((each, at) => (at === wrong ? { ...each, result: right.find(({ name }) => name === 'write')?.args[0] } : each));
    const verdict = linearizable(register(0)).judge(stale);
    expect(verdict).toMatchObject({ kind: 'violation', minimal: true });
    expect(verdict?.operations.length).toBeLessThanOrEqual(3);
    expect(verdict?.operations).toContain(wrong);
  });
});
