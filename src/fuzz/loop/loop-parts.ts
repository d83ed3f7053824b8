/** Everything a search is made of. */
import type { CompareRing } from '../feedback/compare-ring.ts';
import type { Dictionary } from '../feedback/dictionary.ts';
import type { Edges } from '../feedback/edges.ts';
import type { InputForm } from '../input/form.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';
import type { Effort } from '../oracle/effort.ts';
import type { Intrinsics } from '../oracle/intrinsics.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import type { Examiner } from './examine.ts';
import type { HangPatience } from './hang-patience.ts';
import type { LateFailures } from './late-failures.ts';
import type { Pending } from './pending.ts';
import type { Schedule } from './schedule.ts';
import type { SharedState } from './shared-state.ts';
import type { TargetParts } from './target-parts.ts';

export interface LoopParts<I> {
  readonly target: TargetParts;
  readonly form: InputForm<I>;
  readonly random: FuzzRandom;
  readonly edges: Edges;
  readonly ring: CompareRing;
  readonly hints: Dictionary;
  readonly schedule: Schedule;
  readonly shared: SharedState;
  readonly examiner: Examiner;
  readonly pending: Pending;
  readonly intrinsics: Intrinsics;
  readonly late: LateFailures;
  readonly patience: HangPatience;
  readonly runs: number;
  readonly isTimeUp: () => boolean;
  /** New code was reached by this input. */
  readonly kept: (bytes: Uint8Array) => void;
  /** A failure of a kind nobody saw before; gives its number. */
  readonly found: (finding: RawFinding, bytes: Uint8Array) => number;
  /** Something that is to be told and is no failure of an input. */
  readonly remark: (remark: string) => void;
  /** Generated inputs only, and none is kept. */
  readonly isUnguided: boolean;
  readonly stopsAtFirst: boolean;
  /** Asked after every execution that threw: something that ends the search at once. */
  readonly refusal: () => Error | undefined;
  /** What is measured of a call. */
  readonly efforts: readonly Effort[];
}
