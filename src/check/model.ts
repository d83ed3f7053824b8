/** What a sequential object does, one operation at a time: the law that a concurrent history is held against. */
import type { HistoryOperation } from '../trace/history.ts';
import { sameValue, shownValue } from './value-text.ts';

export interface Model<State> {
  readonly name: string;
  readonly initial: State;
  /**
   * Whether the operation can happen in this state with the result it had, and the state after it. Must not change `state`. The result
   * of an open operation is unknown, so every one fits: compare with `answers(operation, expected)`.
   */
  step(state: State, operation: HistoryOperation): Step<State>;
  /** The part of the object it concerns: parts are judged apart, each from `initial` on. One undefined, and there are no parts. */
  key?(operation: HistoryOperation): unknown;
  /** True for an operation that never changes any state: the search need not wonder where to put it. */
  readsOnly?(operation: HistoryOperation): boolean;
  /** A text or number for a state; equal states have equal ones. Without it, states are told apart by what they consist of. */
  hash?(state: State): string | number;
  /** Whether two states of the same hash are equal; true unless given. */
  equal?(a: State, b: State): boolean;
  /**
   * The values the operation puts in, takes out or sees. Says that operations which share none, not even through others, cannot make one
   * another possible; undefined = may concern every other. Makes explaining a violation in a long history fast.
   */
  touches?(operation: HistoryOperation): readonly unknown[] | undefined;
  /**
   * Guesses when operations took effect, knowing all of them: the smallest number is tried first. A wrong guess costs time, nothing else.
   * Without it, what ended first is tried first.
   */
  guess?(operations: readonly HistoryOperation[]): (operation: HistoryOperation) => number;
  /** Who asks makes no difference to `step`. */
  readonly anonymous?: boolean;
}

export interface Step<State> {
  readonly ok: boolean;
  readonly state: State;
}

/** Whether the operation had this result, or may have had it. */
export function answers(operation: HistoryOperation, expected: unknown): boolean {
  return operation.status === 'open' || sameValue(operation.result, expected);
}

/** Writers often report nothing; then it is no statement about the state. */
export function answersIfAny(operation: HistoryOperation, expected: unknown): boolean {
  return operation.result === undefined || answers(operation, expected);
}

/** An operation the model does not have is a mistake of the test, not of the subject. */
export function unknownOperation(model: string, known: string, operation: HistoryOperation): never {
  throw new TypeError(
    `${model}() knows ${known}, but the history has ${operation.name}(${operation.args.map(shownValue).join(', ')}); rename it, or write a model of your own`,
  );
}
