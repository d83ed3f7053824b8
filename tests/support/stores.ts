/** Stores that carry out one transaction after the other: the law that histories of transactions are held against by brute force. */
import type { Model } from '../../src/check/model.ts';
import type { HistoryOperation } from '../../src/trace/history.ts';

type Store = ReadonlyMap<string, unknown>;

export const listStore: Model<Store> = store((before, value) => [...(Array.isArray(before) ? before : []), value], []);
export const registerStore: Model<Store> = store((_, value) => value, null);

function store(write: (before: unknown, value: unknown) => unknown, initial: unknown): Model<Store> {
  return {
    name: 'store',
    initial: new Map(),
    step: (state, { args, status }) => {
      const next = new Map(state);
      for (const [kind, key, value] of args as readonly (readonly [string, string, unknown])[]) {
        const held = next.has(key) ? next.get(key) : initial;
        if (kind !== 'r') next.set(key, write(held, value));
        else if (status === 'ok' && JSON.stringify(held) !== JSON.stringify(value)) return { ok: false, state };
      }
      return { ok: true, state: next };
    },
  };
}

/** Those that committed; without time, all of them overlap. */
export function serialRequired(history: readonly HistoryOperation[], inTime: boolean): readonly HistoryOperation[] {
  return history.filter(({ status }) => status === 'ok').map((each) => (inTime ? each : { ...each, from: 0, to: 1 }));
}

export function serialOptional(history: readonly HistoryOperation[], inTime: boolean): readonly HistoryOperation[] {
  return history.filter(({ status }) => status === 'open').map((each) => (inTime ? each : { ...each, from: 0 }));
}
