/** Small random histories of transactions: writes are told apart by their values, reads show some version that may or may not fit. */
import fc from 'fast-check';
import type { HistoryOperation } from '../../src/trace/history.ts';

interface Draft {
  readonly process: number;
  readonly pause: number;
  readonly duration: number;
  readonly status: 'ok' | 'failed' | 'open';
  /** Where a read looks into the final list, or which of the values it shows. */
  readonly actions: readonly { readonly isRead: boolean; readonly key: string; readonly place: number }[];
}

const action = fc.record({ isRead: fc.boolean(), key: fc.constantFrom('x', 'y'), place: fc.nat({ max: 5 }) });
const draft: fc.Arbitrary<Draft> = fc.record({
  process: fc.nat({ max: 2 }),
  pause: fc.nat({ max: 2 }),
  duration: fc.nat({ max: 3 }),
  status: fc.constantFrom('ok', 'ok', 'ok', 'ok', 'ok', 'open', 'failed'),
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
});
const drafts = fc.array(draft, { maxLength: 6 });

export const listHistory: fc.Arbitrary<readonly HistoryOperation[]> = fc
  .record({ drafts, order: fc.array(fc.nat({ max: 20 }), { minLength: 18, maxLength: 18 }) })
  .map(({ drafts: given, order }) => {
    const values = numbered(given, 'append');
    const lists = new Map<string, readonly number[]>();
    for (const key of ['x', 'y']) {
      const written = values.flatMap(({ status, micros }) =>
        status === 'failed' ? [] : micros.flatMap((micro) => (micro.isRead || micro.key !== key ? [] : [micro.value])),
      );
      lists.set(
        key,
        written.toSorted((a, b) => (order[a] ?? 0) - (order[b] ?? 0) || a - b),
      );
    }
    return timed(given, (at) =>
      (values[at]?.micros ?? []).map(({ isRead, key, place, value }) => {
        const list = lists.get(key) ?? [];
        return isRead ? ['r', key, list.slice(0, Math.max(0, list.length - Math.max(0, place - 2)))] : ['append', key, value];
      }),
    );
  });

export const registerHistory: fc.Arbitrary<readonly HistoryOperation[]> = drafts.map((given) => {
  const values = numbered(given, 'w');
  return timed(given, (at) =>
    (values[at]?.micros ?? []).map(({ isRead, key, place, value }) => {
      const written = values.flatMap(({ micros }) => micros.flatMap((micro) => (micro.isRead || micro.key !== key ? [] : [micro.value])));
      return isRead ? ['r', key, [null, ...written][place % (written.length + 1)]] : ['w', key, value];
    }),
  );
});

function numbered(given: readonly Draft[], kind: string) {
  let next = 0;
  return given.map(({ status, actions }) => ({
    status,
    micros: actions.map((each) => {
      next += 1;
      return { ...each, kind, value: next };
    }),
  }));
}

function timed(given: readonly Draft[], argsOf: (at: number) => readonly unknown[]): readonly HistoryOperation[] {
  const freeAt = new Map<number, number>();
  return given.map(({ process, pause, duration, status }, at) => {
    const from = (freeAt.get(process) ?? 0) + pause * 64 + at;
    const to = from + 32 + duration * 64;
    freeAt.set(process, to + 1);
    const end = status === 'open' ? Number.POSITIVE_INFINITY : to;
    return { process: `p${process}`, name: 'txn', args: argsOf(at), result: undefined, status, from, to: end };
  });
}
