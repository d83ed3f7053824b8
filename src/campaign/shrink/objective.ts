/** Something about a run, besides how it fails, that every smaller one must keep: a latency, an amount of memory, processor time. */
import type { Outcome } from '../../engine/outcome.ts';

export interface Objective {
  /** Whether it is judged by events. */
  readonly observes: boolean;
  /** Right before a candidate runs. */
  begin(): void;
  /** Right after it; 'unsure' where one measurement is not enough, and the same run has to be made again. */
  holds(outcome: Outcome): boolean | 'unsure';
}
