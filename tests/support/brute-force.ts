/** Judges small histories by trying every order there is: slow, obvious, and what the checkers are held against. */
import type { Model } from '../../src/check/model.ts';
import type { HistoryOperation } from '../../src/trace/history.ts';

/** Whether the required operations have an order, with or without any of the optional ones, that respects time and the model. */
export function hasOrder<State>(
  model: Model<State>,
  required: readonly HistoryOperation[],
  optional: readonly HistoryOperation[],
  state: State = model.initial,
): boolean {
  if (required.length === 0) return true;
  return [...required, ...optional].some((next) => {
    if (required.some((other) => other !== next && other.to < next.from)) return false;
    const step = model.step(state, next);
    if (!step.ok) return false;
    const rest = required.filter((other) => other !== next);
    // What ended before this one began can no longer come.
    const others = optional.filter((other) => other !== next && !(other.to < next.from));
    return hasOrder(model, rest, others, step.state);
  });
}

export function isLinearizable<State>(model: Model<State>, history: readonly HistoryOperation[]): boolean {
  const key = (operation: HistoryOperation) => JSON.stringify(model.key?.(operation)) ?? 'whole';
  const whole = history.some((operation) => model.key?.(operation) === undefined);
  const keys = whole ? ['whole'] : [...new Set(history.map(key))];
  return keys.every((each) => {
    const part = history.filter((operation) => whole || key(operation) === each);
    return hasOrder(
      model,
      part.filter(({ status }) => status === 'ok'),
      part.filter(({ status }) => status === 'open'),
    );
  });
}
