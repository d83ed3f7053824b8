/** One value: `read()` → value, `write(value)`, `cas(expected, value)` → whether it was exchanged. */
import type { HistoryOperation } from '../../trace/history.ts';
import { answers, type Model, type Step, unknownOperation } from '../model.ts';
import { sameValue } from '../value-text.ts';

export function register(initial?: unknown): Model<unknown> {
  return { name: 'register', initial, step, readsOnly, touches, anonymous: true };
}

function step(value: unknown, operation: HistoryOperation): Step<unknown> {
  switch (operation.name) {
    case 'read':
      return { ok: answers(operation, value), state: value };
    case 'write':
      return { ok: true, state: operation.args[0] };
    case 'cas':
      return exchange(value, operation, operation.args[0], operation.args[1]);
    default:
      return unknownOperation('register', 'read, write and cas', operation);
  }
}

/** Shared with `kv`, whose keys are registers. */
export function exchange(value: unknown, operation: HistoryOperation, expected: unknown, next: unknown): Step<unknown> {
  const fits = sameValue(value, expected);
  return { ok: answers(operation, fits), state: fits ? next : value };
}

function readsOnly({ name, result }: HistoryOperation): boolean {
  return name === 'read' || (name === 'cas' && result === false);
}

function touches(operation: HistoryOperation): readonly unknown[] | undefined {
  switch (operation.name) {
    case 'write':
      return [operation.args[0]];
    case 'read':
      return operation.status === 'open' ? [] : [operation.result];
    default:
      return touchedByExchange(operation, operation.args[0], operation.args[1]);
  }
}

/** One that found another value can be due to any write. */
export function touchedByExchange(operation: HistoryOperation, expected: unknown, next: unknown): readonly unknown[] | undefined {
  return operation.result === false ? undefined : [expected, next];
}
