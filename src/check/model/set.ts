/**
 * A set of values: `add(value)` and `remove(value)` → nothing, or whether they changed something, `contains(value)` → boolean, `read()` → all
 * values in any order. Without `read`, each value is judged apart.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import { answers, answersIfAny, type Model, type Step, unknownOperation } from '../model.ts';
import { valueText } from '../value-text.ts';

/** Values by their text. */
export type SetState = ReadonlySet<string>;

export function set(initial: Iterable<unknown> = []): Model<SetState> {
  return { name: 'set', initial: new Set([...initial].map(valueText)), step, key, readsOnly, touches, anonymous: true };
}

function step(state: SetState, operation: HistoryOperation): Step<SetState> {
  const value = valueText(operation.args[0]);
  const has = state.has(value);
  switch (operation.name) {
    case 'add':
      return { ok: answersIfAny(operation, !has), state: has ? state : new Set([...state, value]) };
    case 'remove':
      return { ok: answersIfAny(operation, has), state: has ? without(state, value) : state };
    case 'contains':
      return { ok: answers(operation, has), state };
    case 'read':
      return { ok: operation.status === 'open' || isContent(state, operation.result), state };
    default:
      return unknownOperation('set', 'add, remove, contains and read', operation);
  }
}

function without(state: SetState, value: string): SetState {
  const rest = new Set(state);
  rest.delete(value);
  return rest;
}

function isContent(state: SetState, result: unknown): boolean {
  const told = members(result);
  return told.length === state.size && new Set(told).size === state.size && told.every((value) => state.has(value));
}

function members(result: unknown): readonly string[] {
  if (!Array.isArray(result) && !(result instanceof Set)) throw new TypeError('set() needs the result of read() as an array or a Set');
  return [...result].map(valueText);
}

function key(operation: HistoryOperation): unknown {
  return operation.name === 'read' ? undefined : valueText(operation.args[0]);
}

function readsOnly({ name }: HistoryOperation): boolean {
  return name === 'contains' || name === 'read';
}

/** A value that no other operation speaks of can be left out of all of them; an answer of all values speaks of every value. */
function touches(operation: HistoryOperation): readonly unknown[] | undefined {
  if (operation.name !== 'read') return [valueText(operation.args[0])];
  return operation.status === 'open' ? [] : members(operation.result);
}
