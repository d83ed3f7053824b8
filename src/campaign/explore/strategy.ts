/** A way to search: which decisions to try next, and what to learn from what came of them. */
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';

export interface Strategy {
  readonly name: string;
  /** Undefined when there is nothing left to try. */
  next(): Attempt | undefined;
  /** What came of the last one. */
  learn(outcome: Outcome): void;
  /** Whether everything there is has been tried. */
  readonly isExhausted: boolean;
}
