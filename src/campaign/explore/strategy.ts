/** A way to search: which decisions to try next, and what to learn from what came of them. */
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';

export interface Strategy {
  readonly name: string;
  /** Undefined when there is nothing left to try. */
  next(): Attempt | undefined;
  /** What came of the last one. */
  learn(outcome: Outcome): void;
  /** The run that was asked for last is only there to learn from: somebody else who shares the search makes it too, and counts it. */
  readonly isPreparing?: boolean;
  /** Whether everything there is has been tried. */
  readonly isExhausted: boolean;
}
