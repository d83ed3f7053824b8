/**
 * What inputs do when their calls are over: failures that come late, and changes that only a thorough look sees. What is known is counted; of the
 * rest the input is looked for that did it, and no input is blamed for what another one did.
 */
import type { InputForm } from '../input/form.ts';
import type { Change, Intrinsics } from '../oracle/intrinsics.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import { Blame } from './blame.ts';
import type { Examiner } from './examine.ts';
import { KnownChanges } from './known-changes.ts';
import { KnownErrors, UNKNOWN } from './known-errors.ts';
import type { LateFailures } from './late-failures.ts';
import type { RecentInputs } from './recent-inputs.ts';
import type { SharedState } from './shared-state.ts';
import type { TargetParts } from './target-parts.ts';
import { errorText } from '../oracle/bucket.ts';

/** More changes than that are not asked for at once. */
const WANTED_MAX = 16;
/** Of a late failure that no input shows on its own. */
const UNPLACED = -3;

interface AftermathParts<I> {
  readonly target: TargetParts;
  readonly form: InputForm<I>;
  readonly shared: SharedState;
  readonly examiner: Examiner;
  readonly intrinsics: Intrinsics;
  readonly late: LateFailures;
  readonly remark: (remark: string) => void;
}

export interface Found {
  readonly finding: RawFinding;
  readonly index: number;
}

export type Examine<I> = (input: I) => Promise<Found | undefined>;

export class Aftermath<I> {
  readonly #parts: AftermathParts<I>;
  readonly #blame: Blame<I>;
  readonly #changes = new KnownChanges();
  readonly #failures: KnownErrors;
  /** Changes of inputs that are over, which nobody has looked into. */
  #open: readonly Change[] = [];

  constructor(parts: AftermathParts<I>, recent: RecentInputs) {
    this.#parts = parts;
    this.#blame = new Blame(parts, recent);
    this.#failures = new KnownErrors(parts.target.isExpected);
  }

  /** What the quick look sees after a call, put right; whether it is worth a closer one. */
  touched(): boolean {
    const { intrinsics } = this.#parts;
    if (!intrinsics.looksTouched) return false;
    return this.#areNew(intrinsics.restoreSeen());
  }

  /** To be called before an input is examined: what is there already is not its work. */
  set aside(changes: readonly Change[]) {
    this.#open = [...this.#open, ...changes].slice(0, WANTED_MAX);
  }

  /** What was just examined is known from now on, also when it comes of an input that is long over. */
  learn({ index, finding }: Found): void {
    const { changes, afterwards } = this.#parts.examiner;
    this.#changes.learn(changes, index);
    if (afterwards !== undefined) this.#failures.learn(afterwards.error, index, finding.bucket);
  }

  /** Looks at what has come since the last time. */
  async look(isThorough: boolean, examine: Examine<I>, isOver: () => boolean): Promise<void> {
    const { intrinsics, late } = this.#parts;
    if (isThorough) this.aside = intrinsics.restore();
    if (this.#open.length > 0) await this.#lookAtChanges(examine, isOver);
    if (!late.any) return;
    for (const { error } of late.takeAll()) {
      const known = this.#failures.find(error);
      if (known >= 0) this.#parts.shared.countBucket(known);
      if (known === UNKNOWN && !isOver()) await this.#place(error, examine);
    }
  }

  async #lookAtChanges(examine: Examine<I>, isOver: () => boolean): Promise<void> {
    const wanted = this.#open.filter((change) => this.#areNew([change]));
    this.#open = [];
    for await (const input of this.#blame.changed(wanted)) {
      if (isOver()) return;
      await examine(input);
    }
  }

  async #place(error: unknown, examine: Examine<I>): Promise<void> {
    const { examiner } = this.#parts;
    examiner.isPatient = true;
    const input = await this.#blame.late();
    const found = input === undefined ? undefined : await examine(input);
    examiner.isPatient = false;
    this.#failures.learn(error, found?.index ?? UNPLACED, found?.finding.bucket);
    if (found !== undefined) return;
    const { name, message } = errorText(error);
    this.#parts.remark(
      `${name}${message === '' ? '' : `: ${message}`} came when the call was long over, and none of the last inputs shows it again`,
    );
  }

  #areNew(changes: readonly Change[]): boolean {
    if (changes.length === 0) return false;
    const known = this.#changes.find(changes);
    if (known !== undefined) this.#parts.shared.countBucket(known);
    return known === undefined;
  }
}
