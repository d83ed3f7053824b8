/**
 * Histories as the papers give them, from their definitions: each is judged as lists and as values, at every level. A version of a key is
 * named after the transaction that wrote it; 0 is what the key holds before everybody. A reader at the end shows the final versions, and
 * with lists the order of all of them, as the papers state it beside their histories.
 */
import { describe, expect, test } from 'vitest';
import type { HistoryOperation } from '../../trace/history.ts';
import { serializable } from '../serializable.ts';
import { type AnomalyName, type Level } from './anomaly.ts';

type Action = readonly ['r', key: string, version: number] | readonly ['w', key: string];

interface Published {
  readonly name: string;
  readonly transactions: readonly { readonly does: readonly Action[]; readonly status?: 'failed' }[];
  /** By key, the versions in their order. */
  readonly order: Readonly<Record<string, readonly number[]>>;
  /** What is found in lists; the same in values unless those tell less. */
  readonly anomaly: AnomalyName | undefined;
  readonly inValues?: AnomalyName;
  /** The weakest level that forbids it; undefined where none does. */
  readonly forbiddenFrom: Level | undefined;
  /** Values do not tell the order of versions: the weakest level that can conclude it from them. */
  readonly concludedFrom?: Level;
}

const levels: readonly Level[] = ['read-committed', 'snapshot', 'serializable', 'strict-serializable'];
const r = (key: string, version: number): Action => ['r', key, version];
const w = (key: string): Action => ['w', key];

const published: readonly Published[] = [
  {
    name: 'one after the other',
    transactions: [{ does: [r('x', 0), w('x')] }, { does: [r('x', 1), w('x'), w('y')] }],
    order: { x: [1, 2], y: [2] },
    anomaly: undefined,
    forbiddenFrom: undefined,
  },
  {
    name: 'dirty write (G0): two transactions write two keys in opposite orders',
    transactions: [{ does: [w('x'), w('y')] }, { does: [w('x'), w('y')] }],
    order: { x: [1, 2], y: [2, 1] },
    anomaly: 'G0',
    inValues: 'no-order',
    forbiddenFrom: 'read-committed',
    concludedFrom: 'serializable',
  },
  {
    name: 'aborted read (G1a)',
    transactions: [{ does: [w('x')], status: 'failed' }, { does: [r('x', 1), w('y')] }],
    order: { y: [2] },
    anomaly: 'G1a',
    forbiddenFrom: 'read-committed',
  },
  {
    name: 'circular information flow (G1c): each of two reads what the other wrote',
    transactions: [{ does: [w('x'), r('y', 2)] }, { does: [w('y'), r('x', 1)] }],
    order: { x: [1], y: [2] },
    anomaly: 'G1c',
    forbiddenFrom: 'read-committed',
  },
  {
    name: 'lost update: both read the same and both write over it',
    transactions: [{ does: [r('x', 0), w('x')] }, { does: [r('x', 0), w('x')] }],
    order: { x: [2, 1] },
    anomaly: 'lost-update',
    forbiddenFrom: 'snapshot',
  },
  {
    name: 'read skew (G-single): one key from before an update and one from after it',
    transactions: [{ does: [r('x', 0), w('x'), r('y', 0), w('y')] }, { does: [r('x', 0), r('y', 1)] }],
    order: { x: [1], y: [1] },
    anomaly: 'G-single',
    forbiddenFrom: 'snapshot',
  },
  {
    name: 'fractured read: half of what another transaction wrote',
    transactions: [{ does: [w('x'), w('y')] }, { does: [r('x', 1), r('y', 0)] }],
    order: { x: [1], y: [1] },
    anomaly: 'G-single',
    forbiddenFrom: 'snapshot',
  },
  {
    name: 'long fork: two readers see two writes in opposite orders',
    transactions: [{ does: [w('x')] }, { does: [w('y')] }, { does: [r('x', 1), r('y', 0)] }, { does: [r('x', 0), r('y', 2)] }],
    order: { x: [1], y: [2] },
    anomaly: 'G-nonadjacent',
    forbiddenFrom: 'snapshot',
  },
  {
    name: 'write skew (G2-item): each writes what the other read',
    transactions: [{ does: [r('x', 0), r('y', 0), w('x')] }, { does: [r('x', 0), r('y', 0), w('y')] }],
    order: { x: [1], y: [2] },
    anomaly: 'G2-item',
    forbiddenFrom: 'serializable',
  },
  {
    name: 'an anomaly of a transaction that only reads (G2-item), which snapshots allow',
    transactions: [{ does: [r('x', 0), r('y', 0), w('x')] }, { does: [r('y', 0), w('y')] }, { does: [r('x', 0), r('y', 2)] }],
    order: { x: [1], y: [2] },
    anomaly: 'G2-item',
    forbiddenFrom: 'serializable',
  },
  {
    name: 'three in a circle, each missing what the next one wrote (G2-item)',
    transactions: [{ does: [r('x', 0), w('y')] }, { does: [r('y', 0), w('z')] }, { does: [r('z', 0), w('x')] }],
    order: { x: [3], y: [1], z: [2] },
    anomaly: 'G2-item',
    forbiddenFrom: 'serializable',
  },
];

/** All at the same time, so that real time says nothing; but for the reader at the end. */
function historyOf({ transactions, order }: Published, isList: boolean): readonly HistoryOperation[] {
  const versionsUpTo = (key: string, version: number): readonly number[] => {
    const versions = order[key] ?? [];
    // What was taken back is in nobody's order.
    return version === 0 ? [] : versions.includes(version) ? versions.slice(0, versions.indexOf(version) + 1) : [...versions, version];
  };
  const read = (key: string, version: number): unknown[] => [
    'r',
    key,
    isList ? versionsUpTo(key, version) : version === 0 ? null : version,
  ];
  const operations = transactions.map(({ does, status }, at): HistoryOperation => {
    const number = at + 1;
    const args = does.map((action) => {
      if (action[0] === 'w') return [isList ? 'append' : 'w', action[1], number];
      return read(action[1], action[2]);
    });
    return {
      process: `t${number}`,
      name: 'txn',
      args: isList ? ownAppends(args, number) : args,
      result: undefined,
      status: status ?? 'ok',
      from: at,
      to: 100,
    };
  });
  const last = Object.entries(order).map(([key, versions]) => read(key, versions.at(-1) ?? 0));
  return [...operations, { process: 'end', name: 'txn', args: last, result: undefined, status: 'ok', from: 101, to: 102 }];
}

/** Whoever has appended sees it in what it reads afterwards. */
function ownAppends(args: readonly unknown[][], number: number): readonly unknown[][] {
  const written = new Set<unknown>();
  return args.map(([kind, key, value]) => {
    if (kind === 'append') written.add(key);
    return kind === 'r' && written.has(key) ? [kind, key, [...(value as readonly number[]), number]] : [kind, key, value];
  });
}

describe.each(published)('$name', (history) => {
  const { anomaly, inValues = anomaly, forbiddenFrom, concludedFrom = forbiddenFrom } = history;
  const kinds = [
    { kind: 'lists', make: serializable.listAppend, from: forbiddenFrom, expected: anomaly },
    { kind: 'values', make: serializable.register, from: concludedFrom, expected: inValues },
  ];

  test.each(kinds)('as $kind it is told by its name, from the level on that forbids it', ({ kind, make, from, expected }) => {
    const operations = historyOf(history, kind === 'lists');
    const told = levels.map((level) => make({ level }).judge(operations)?.anomaly);
    const isForbidden = levels.map((level) => from !== undefined && levels.indexOf(level) >= levels.indexOf(from));
    expect(told).toEqual(isForbidden.map((isIt) => (isIt ? expected : undefined)));
  });

  test.each(kinds)('as $kind every step of a circle is between two of its operations, and says why', ({ kind, make }) => {
    const operations = historyOf(history, kind === 'lists');
    for (const { cycle, operations: named } of make({ level: 'serializable' }).judge(operations)?.anomalies ?? []) {
      for (const { from, to, reason } of cycle) {
        expect(named).toEqual(expect.arrayContaining([from, to]));
        expect(reason).toContain(`#${from}`);
        expect(reason).toContain(`#${to}`);
      }
    }
  });
});

test('an intermediate read (G1b) is told as one, as lists and as values', () => {
  const txn = (process: string, args: readonly unknown[]): HistoryOperation => {
    return { process, name: 'txn', args, result: undefined, status: 'ok', from: 0, to: 9 };
  };
  const lists = [
    txn('a', [
      ['append', 'x', 1],
      ['append', 'x', 2],
    ]),
    txn('b', [['r', 'x', [1]]]),
    txn('c', [['r', 'x', [1, 2]]]),
  ]; // prettier-ignore
  const values = [
    txn('a', [
      ['w', 'x', 1],
      ['w', 'x', 2],
    ]),
    txn('b', [['r', 'x', 1]]),
  ]; // prettier-ignore
  for (const level of levels) {
    expect(serializable.listAppend({ level }).judge(lists)?.anomaly).toBe('G1b');
    expect(serializable.register({ level }).judge(values)?.anomaly).toBe('G1b');
  }
});

/** The history by which a published list-append checker explains itself, from a database that promised snapshots. */
test('a published list-append history has its published circle', () => {
  const txn = (process: string, args: readonly unknown[]): HistoryOperation => {
    return { process, name: 'txn', args, result: undefined, status: 'ok', from: 0, to: 9 };
  };
  const history = [
    txn('a', [
      ['r', 34, [2, 1]],
      ['append', 36, 5],
      ['append', 34, 4],
    ]), // prettier-ignore
    txn('b', [['append', 34, 5]]),
    txn('c', [['r', 34, [2, 1, 5, 4]]]),
    txn('d', [
      ['append', 34, 2],
      ['append', 34, 1],
    ]), // prettier-ignore
  ];
  const verdict = serializable.listAppend({ level: 'snapshot' }).judge(history);
  expect(verdict?.anomaly).toBe('G-single');
  const edges = verdict?.anomalies[0]?.cycle.map(({ from, kind, to }) => `${from} ${kind} ${to}`);
  expect(edges?.toSorted()).toEqual(['0 rw 1', '1 ww 0']);
});
