import { describe, expect, test } from 'vitest';
import { everyLevel, lists, type Micro, rejectedBy, txn } from '../../../tests/support/isolation.ts';
import { serializable } from '../serializable.ts';

describe('lists', () => {
  test('in one order satisfy every level', () => {
    expect(
      rejectedBy(
        lists,
        [['append', 'x', 1]],
        [
          ['r', 'x', [1]],
          ['append', 'x', 2],
        ],
        [['r', 'x', [1, 2]]],
        [['r', 'x', []]],
      ),
    ).toEqual({});
  });

  test('G0: two transactions append in opposite orders to two keys', () => {
    const writes: readonly (readonly Micro[])[] = [
      [
        ['append', 'x', 1],
        ['append', 'y', 1],
      ],
      [
        ['append', 'x', 2],
        ['append', 'y', 2],
      ],
      [
        ['r', 'x', [1, 2]],
        ['r', 'y', [2, 1]],
      ],
    ];
    expect(rejectedBy(lists, ...writes)).toEqual(everyLevel('G0'));
    expect(lists('read-committed', ...writes)?.anomalies[0]?.cycle.map(({ from, kind, to }) => [from, kind, to])).toEqual([
      [0, 'ww', 1],
      [1, 'ww', 0],
    ]);
  });

  test('G0: a transaction appends between two appends of another', () => {
    const between: readonly (readonly Micro[])[] = [
      [
        ['append', 'x', 1],
        ['append', 'x', 2],
      ],
      [['append', 'x', 9]],
      [['r', 'x', [1, 9, 2]]],
    ];
    expect(rejectedBy(lists, ...between)).toEqual(everyLevel('G0'));
    const turned: readonly (readonly Micro[])[] = [
      [
        ['append', 'x', 1],
        ['append', 'x', 2],
      ],
      [['r', 'x', [2, 1]]],
    ];
    expect(rejectedBy(lists, ...turned)).toEqual(everyLevel('incompatible-order'));
  });

  test('G1a: an element of a transaction that failed', () => {
    const history = [txn(0, [['append', 'x', 1]], { status: 'failed' }), txn(1, [['r', 'x', [1]]])];
    const verdict = serializable.listAppend({ level: 'read-committed' }).judge(history);
    expect(verdict).toMatchObject({ anomaly: 'G1a', operations: [1, 0] });
    expect(verdict?.message).toBe('not read-committed, G1a: #1 (c1) read 1 in "x", which #0 (c0) appended and took back');
  });

  test('G1b: a list in the middle of a transaction of another', () => {
    expect(
      rejectedBy(
        lists,
        [
          ['append', 'x', 1],
          ['append', 'x', 2],
        ],
        [['r', 'x', [1]]],
      )['read-committed'],
    ).toBe('G1b');
  });

  test('G1c: each of two transactions reads what the other wrote', () => {
    const both: readonly (readonly Micro[])[] = [
      [
        ['append', 'x', 1],
        ['r', 'y', [1]],
      ],
      [
        ['append', 'y', 1],
        ['r', 'x', [1]],
      ],
    ];
    expect(rejectedBy(lists, ...both)).toEqual(everyLevel('G1c'));
  });

  test('lost update: two transactions append to what both read', () => {
    const both: readonly (readonly Micro[])[] = [
      [
        ['r', 'x', []],
        ['append', 'x', 1],
      ],
      [
        ['r', 'x', []],
        ['append', 'x', 2],
      ],
      [['r', 'x', [1, 2]]],
    ];
    const { 'read-committed': weakest, ...others } = { 'read-committed': undefined, ...rejectedBy(lists, ...both) };
    expect(weakest).toBeUndefined();
    expect(new Set(Object.values(others))).toEqual(new Set(['lost-update']));
    expect(lists('snapshot', ...both)?.operations).toEqual([0, 1]);
  });

  test('G-single: a transaction reads one key before and another key after the same transaction', () => {
    const skewed: readonly (readonly Micro[])[] = [
      [
        ['append', 'x', 1],
        ['append', 'y', 1],
      ],
      [
        ['r', 'x', []],
        ['r', 'y', [1]],
      ],
    ];
    expect(rejectedBy(lists, ...skewed)).toEqual({ snapshot: 'G-single', serializable: 'G-single', 'strict-serializable': 'G-single' });
    expect(lists('serializable', ...skewed)?.message).toBe(
      'not serializable, G-single: #1 (c1) must come before #0 (c0) must come before #1 again: ' +
        '#1 read "x" without 1, which #0 appended (rw); #1 read 1, which #0 appended to "y" (wr)',
    );
  });

  test('G-nonadjacent: two readers saw two writes in opposite orders', () => {
    const forked: readonly (readonly Micro[])[] = [
      [['append', 'x', 1]],
      [['append', 'y', 1]],
      [
        ['r', 'x', [1]],
        ['r', 'y', []],
      ],
      [
        ['r', 'y', [1]],
        ['r', 'x', []],
      ],
    ];
    expect(rejectedBy(lists, ...forked)).toEqual({
      snapshot: 'G-nonadjacent',
      serializable: 'G-nonadjacent',
      'strict-serializable': 'G-nonadjacent',
    });
  });

  test('G2-item: write skew, which snapshots allow', () => {
    const skew: readonly (readonly Micro[])[] = [
      [
        ['r', 'x', []],
        ['append', 'y', 1],
      ],
      [
        ['r', 'y', []],
        ['append', 'x', 1],
      ],
    ];
    expect(rejectedBy(lists, ...skew)).toEqual({ serializable: 'G2-item', 'strict-serializable': 'G2-item' });
  });

  test('a stale read breaks only the level that knows real time', () => {
    const history = [txn(0, [['append', 'x', 1]]), txn(1, [['r', 'x', []]])];
    expect(serializable.listAppend().judge(history)).toBeUndefined();
    const verdict = serializable.listAppend({ level: 'strict-serializable' }).judge(history);
    expect(verdict).toMatchObject({ anomaly: 'G-single-realtime' });
    expect(verdict?.anomalies[0]?.cycle.map(({ kind }) => kind)).toEqual(['rw', 'real-time']);
    const same = history.map((each) => ({ ...each, process: 'a' }));
    const ofOne = serializable.listAppend({ level: 'strict-serializable' }).judge(same);
    expect(ofOne?.anomalies[0]?.cycle.map(({ kind }) => kind)).toEqual(['rw', 'process']);
  });

  test('incompatible order, duplicates, elements of nobody and transactions that forget themselves are told at every level', () => {
    const writes: readonly (readonly Micro[])[] = [[['append', 'x', 1]], [['append', 'x', 2]]];
    expect(rejectedBy(lists, ...writes, [['r', 'x', [1, 2]]], [['r', 'x', [2]]])).toEqual(everyLevel('incompatible-order'));
    expect(rejectedBy(lists, ...writes, [['r', 'x', [1, 2, 1]]])).toEqual(everyLevel('duplicate-elements'));
    expect(rejectedBy(lists, ...writes, [['r', 'x', [1, 2, 3]]])).toEqual(everyLevel('unwritten-read'));
    expect(
      rejectedBy(lists, [
        ['append', 'x', 1],
        ['r', 'x', []],
      ]),
    ).toEqual(everyLevel('internal'));
    expect(
      rejectedBy(
        lists,
        [
          ['r', 'x', []],
          ['r', 'x', [1]],
        ],
        [['append', 'x', 1]],
      )['read-committed'],
    ).toBe('internal');
  });

  test('an open transaction counts as soon as somebody saw it', () => {
    const lost = txn(
      0,
      [
        ['append', 'x', 1],
        ['append', 'y', 1],
      ],
      { status: 'open' },
    );
    expect(
      serializable.listAppend().judge([
        lost,
        txn(1, [
          ['r', 'x', []],
          ['r', 'y', []],
        ]),
      ]),
    ).toBeUndefined();
    expect(
      serializable.listAppend().judge([
        lost,
        txn(1, [
          ['r', 'x', [1]],
          ['r', 'y', []],
        ]),
      ]),
    ).toMatchObject({ anomaly: 'G-single' });
  });

  test('the result tells what was read, where there is one', () => {
    const micros: readonly Micro[] = [
      ['r', 'x'],
      ['append', 'x', 1],
    ];
    const history = [
      txn(0, micros, {
        result: [
          ['r', 'x', [9]],
          ['append', 'x', 1],
        ],
      }),
    ];
    expect(serializable.listAppend().judge(history)).toMatchObject({ anomaly: 'unwritten-read' });
  });

  test('the same value twice in a key leaves the question open', () => {
    expect(lists('serializable', [['append', 'x', 1]], [['append', 'x', 1]])).toMatchObject({ kind: 'undecided', operations: [0, 1] });
  });

  test('what is no transaction is named', () => {
    expect(() => lists('serializable', [['write', 'x', 1]])).toThrow('operation #0 has ["write","x",1] where a transaction has');
  });
});
