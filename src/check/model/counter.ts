/** A sum: `add(n)` and `increment()` → nothing, or the sum after it, `read()` → the sum. `decrement()` takes one away. */
import type { HistoryOperation } from '../../trace/history.ts';
import { answers, answersIfAny, type Model, type Step, unknownOperation } from '../model.ts';

export function counter(initial = 0): Model<number> {
  return { name: 'counter', initial, step, readsOnly: ({ name }) => name === 'read', anonymous: true };
}

function step(sum: number, operation: HistoryOperation): Step<number> {
  if (operation.name === 'read') return { ok: answers(operation, sum), state: sum };
  const after = sum + amount(operation);
  return { ok: answersIfAny(operation, after), state: after };
}

function amount(operation: HistoryOperation): number {
  switch (operation.name) {
    case 'add':
      return Number(operation.args[0]);
    case 'increment':
      return Number(operation.args[0] ?? 1);
    case 'decrement':
      return -Number(operation.args[0] ?? 1);
    default:
      return unknownOperation('counter', 'read, add, increment and decrement', operation);
  }
}
