import { describe, expect, test } from 'vitest';
import { everyLevel, type Micro, rejectedBy, txn, values } from '../../../tests/support/isolation.ts';
import { serializable } from '../serializable.ts';

describe('values', () => {
  test('in one order satisfy every level', () => {
    expect(
      rejectedBy(
        values,
        [['w', 'x', 1]],
        [
          ['r', 'x', 1],
          ['w', 'x', 2],
        ],
        [['r', 'x', 2]],
        [['r', 'x', null]],
      ),
    ).toEqual({});
  });

  test('G1a, G1b, G1c, lost update and write skew are told by their names', () => {
    const failedWrite = [txn(0, [['w', 'x', 1]], { status: 'failed' }), txn(1, [['r', 'x', 1]])];
    expect(serializable.register().judge(failedWrite)).toMatchObject({ anomaly: 'G1a' });
    expect(
      rejectedBy(
        values,
        [
          ['w', 'x', 1],
          ['w', 'x', 2],
        ],
        [['r', 'x', 1]],
      )['read-committed'],
    ).toBe('G1b');
    expect(
      rejectedBy(
        values,
        [
          ['w', 'x', 1],
          ['r', 'y', 1],
        ],
        [
          ['w', 'y', 1],
          ['r', 'x', 1],
        ],
      ),
    ).toEqual(everyLevel('G1c'));
    expect(
      values(
        'snapshot',
        [
          ['r', 'x', null],
          ['w', 'x', 1],
        ],
        [
          ['r', 'x', null],
          ['w', 'x', 2],
        ],
      )?.anomaly,
    ).toBe('lost-update');
    const skew: readonly (readonly Micro[])[] = [
      [
        ['r', 'x', null],
        ['w', 'y', 1],
      ],
      [
        ['r', 'y', null],
        ['w', 'x', 1],
      ],
    ];
    expect(rejectedBy(values, ...skew)).toEqual({ serializable: 'G2-item', 'strict-serializable': 'G2-item' });
  });

  test('G-single: a transaction that read a key before and another after an update', () => {
    const history: readonly (readonly Micro[])[] = [
      [['w', 'x', 1]],
      [
        ['r', 'x', 1],
        ['w', 'x', 2],
        ['w', 'y', 1],
      ],
      [
        ['r', 'x', 1],
        ['r', 'y', 1],
      ],
    ];
    expect(values('snapshot', ...history)?.anomaly).toBe('G-single');
  });

  test('without a circle that shows it, every order is tried', () => {
    // Whoever writes x last, one of the pairs of readers is wrong; no single dependency says which.
    const history: readonly (readonly Micro[])[] = [
      [
        ['w', 'x', 1],
        ['w', 'a', 1],
      ],
      [
        ['w', 'x', 2],
        ['w', 'b', 1],
      ],
      [
        ['r', 'x', 1],
        ['r', 'b', 1],
      ],
      [
        ['r', 'x', 2],
        ['r', 'a', 1],
      ],
    ];
    expect(values('serializable', ...history)).toMatchObject({ anomaly: 'no-order', operations: [2, 3] });
  });

  test('a key may hold something from the start', () => {
    const history = [
      txn(0, [
        ['r', 'x', 100],
        ['w', 'x', 90],
      ]),
    ];
    expect(serializable.register({ initial: 100 }).judge(history)).toBeUndefined();
    expect(serializable.register().judge(history)).toMatchObject({ anomaly: 'unwritten-read' });
    expect(serializable.register({ initial: 90 }).judge(history)).toMatchObject({ kind: 'undecided' });
  });

  test('a search that is given up is no pass', () => {
    const history = Array.from({ length: 12 }, (_, at) =>
      txn(
        at,
        [
          ['w', 'x', at * 2 + 1],
          ['w', `k${at}`, 1],
        ],
        { from: 0, to: 1 },
      ),
    );
    const readers = history.map((_, at) =>
      txn(
        20 + at,
        [
          ['r', 'x', at * 2 + 1],
          ['r', `k${(at + 1) % 12}`, 1],
        ],
        { from: 0, to: 1 },
      ),
    );
    expect(serializable.register({ steps: 500 }).judge([...history, ...readers])).toMatchObject({ kind: 'undecided' });
  });
});
