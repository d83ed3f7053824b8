/**
 * Mutual exclusion: `acquire()` → nothing, or false where it was refused, `release()` likewise. Whoever acquires holds it until the same process
 * releases it. `acquire(name)` and `release(name)` are locks of that name, judged apart.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import { type Model, type Step, unknownOperation } from '../model.ts';

/** The process that holds it. */
export type Holder = string | undefined;

export function lock(): Model<Holder> {
  return {
    name: 'lock',
    initial: undefined,
    step,
    readsOnly: ({ result }) => result === false,
    key: (operation) => operation.args[0] ?? 'lock',
  };
}

function step(holder: Holder, operation: HistoryOperation): Step<Holder> {
  switch (operation.name) {
    case 'acquire':
      return acquire(holder, operation);
    case 'release':
      return release(holder, operation);
    default:
      return unknownOperation('lock', 'acquire and release', operation);
  }
}

function acquire(holder: Holder, operation: HistoryOperation): Step<Holder> {
  if (operation.result === false) return { ok: holder !== undefined, state: holder };
  return { ok: holder === undefined, state: operation.process };
}

function release(holder: Holder, operation: HistoryOperation): Step<Holder> {
  if (operation.result === false) return { ok: holder !== operation.process, state: holder };
  return { ok: holder === operation.process, state: undefined };
}
