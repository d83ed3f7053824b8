/** One scenario that `test` has discovered, with everything its group says about it. */
import type { U64 } from '../../base/u64.ts';
import type { Problem } from '../../base/problem.ts';
import type { Scenario } from '../../scenario/scenario.ts';

export type Expectation = 'pass' | 'fail' | 'timeout' | 'crash';

export interface PlannedTest {
  /** Relative to the working directory, '/'-separated. */
  readonly path: string;
  readonly name: string;
  /** Absent when the file is invalid. */
  readonly scenario: Scenario | undefined;
  readonly problems: readonly Problem[];
  readonly group: string | undefined;
  readonly tags: readonly string[];
  readonly seed: U64;
  readonly timeoutMs: number | undefined;
  readonly expected: Expectation;
  /** Why the filters left it out. */
  readonly skipped: string | undefined;
}
