/** Thrown when a replay asks something else than the recording answered; ends the run at once. */
import type { JsonObject } from '../base/json.ts';

export class DecisionDivergence extends Error {
  override readonly name = 'DecisionDivergence';
  readonly index: number;
  /** What the recording says, null when it has no decision left. */
  readonly expected: JsonObject | null;
  readonly actual: JsonObject;

  constructor(index: number, expected: JsonObject | null, actual: JsonObject) {
    super(`decision ${index} diverged`);
    this.index = index;
    this.expected = expected;
    this.actual = actual;
  }
}
