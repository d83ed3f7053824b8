/** One scenario that `test` has discovered, with everything its group says about it. */
import type { U64 } from '../../base/u64.ts';
import type { FozzyError, Problem } from '../../base/problem.ts';
import type { Simulation } from '../../sim/scenario/simulation.ts';
import type { SimulationFile } from '../simulation/open-file.ts';
import type { Scenario } from '../../scenario/scenario.ts';

export type Expectation = 'pass' | 'fail' | 'timeout' | 'crash';

export interface PlannedTest {
  /** Relative to the working directory, '/'-separated. */
  readonly path: string;
  readonly name: string;
  /** Absent when the file is invalid, and for simulations. */
  readonly scenario: Scenario | undefined;
  /** Present for simulations: the file, and which of its simulations. */
  readonly simulation?: { readonly file: SimulationFile; readonly declared: Simulation };
  /** Why the file of a simulation could not be opened. */
  readonly failure?: FozzyError;
  readonly problems: readonly Problem[];
  readonly group: string | undefined;
  readonly tags: readonly string[];
  readonly seed: U64;
  readonly timeoutMs: number | undefined;
  readonly expected: Expectation;
  /** Why the filters left it out. */
  readonly skipped: string | undefined;
}
