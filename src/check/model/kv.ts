/**
 * Values by key: `get(key)` → value or undefined, `put(key, value)`, `delete(key)` → nothing, or whether it was there,
 * `cas(key, expected, value)` → whether it was exchanged. Keys are independent, so each is judged apart.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import { answers, answersIfAny, type Model, type Step, unknownOperation } from '../model.ts';
import { exchange, touchedByExchange } from './register.ts';

export function kv(): Model<unknown> {
  return { name: 'kv', initial: undefined, step, key, readsOnly, touches, anonymous: true };
}

function key(operation: HistoryOperation): unknown {
  if (operation.args.length === 0) throw new TypeError(`kv() needs the key as first argument, but the history has ${operation.name}()`);
  return operation.args[0] ?? 'undefined';
}

function step(value: unknown, operation: HistoryOperation): Step<unknown> {
  switch (operation.name) {
    case 'get':
      // Stores that speak JSON answer null where nothing is.
      return { ok: answers(operation, value) || (value === undefined && operation.result === null), state: value };
    case 'put':
      return { ok: true, state: operation.args[1] };
    case 'delete':
      return { ok: answersIfAny(operation, value !== undefined), state: undefined };
    case 'cas':
      return exchange(value, operation, operation.args[1] ?? undefined, operation.args[2]);
    default:
      return unknownOperation('kv', 'get, put, delete and cas', operation);
  }
}

function readsOnly({ name, result }: HistoryOperation): boolean {
  return name === 'get' || (name === 'cas' && result === false);
}

function touches(operation: HistoryOperation): readonly unknown[] | undefined {
  switch (operation.name) {
    case 'put':
      return [operation.args[1]];
    case 'get':
      return operation.status === 'open' ? [] : [operation.result ?? undefined];
    case 'delete':
      // One that tells what it found can be due to any write.
      return operation.result === undefined ? [undefined] : undefined;
    default:
      return touchedByExchange(operation, operation.args[1] ?? undefined, operation.args[2]);
  }
}
