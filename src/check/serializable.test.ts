import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasOrder } from '../../tests/support/brute-force.ts';
import { levels } from '../../tests/support/isolation.ts';
import { listStore, registerStore, serialOptional, serialRequired } from '../../tests/support/stores.ts';
import { listHistory, registerHistory } from '../../tests/support/transactions.ts';
import { serializable } from './serializable.ts';

describe('on small histories', () => {
  const kinds = [
    { name: 'lists', make: serializable.listAppend, history: listHistory, store: listStore },
    { name: 'values', make: serializable.register, history: registerHistory, store: registerStore },
  ];

  test.each(kinds)('of $name the verdict is the one of trying every order', ({ make, history, store }) => {
    fc.assert(
      fc.property(history, (transactions) => {
        for (const level of ['serializable', 'strict-serializable'] as const) {
          const inTime = level === 'strict-serializable';
          const expected = hasOrder(store, serialRequired(transactions, inTime), serialOptional(transactions, inTime));
          const verdict = make({ level }).judge(transactions);
          expect(verdict?.kind === 'violation', verdict?.message).toBe(!expected);
          expect(verdict?.kind).not.toBe('undecided');
        }
      }),
      { numRuns: 600 },
    );
  });

  test.each(kinds)('of $name a stronger level never accepts what a weaker one rejects', ({ make, history }) => {
    fc.assert(
      fc.property(history, (transactions) => {
        const rejected = levels.map((level) => make({ level }).judge(transactions) !== undefined);
        expect(rejected).toEqual(rejected.toSorted((a, b) => Number(a) - Number(b)));
      }),
      { numRuns: 200 },
    );
  });

  test.each(kinds)('of $name a circle leads from each of its transactions to the next and back', ({ make, history }) => {
    fc.assert(
      fc.property(history, (transactions) => {
        const verdict = make({ level: 'strict-serializable' }).judge(transactions);
        for (const { cycle } of verdict?.anomalies ?? []) {
          for (const [at, { from }] of cycle.entries()) expect(cycle.at(at - 1)?.to).toBe(from);
        }
      }),
      { numRuns: 200 },
    );
  });
});
