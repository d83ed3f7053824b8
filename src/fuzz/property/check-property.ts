/**
 * A property, checked: examples first, then the simplest input, then biased random ones that grow; the first that fails is shrunk as long
 * as it fails in the same way. Everything follows from the seed.
 */
import { type U64, renderU64 } from '../../base/u64.ts';
import type { ChoiceSequence } from '../input/choice-sequence.ts';
import { FuzzRandom } from '../input/fuzz-random.ts';
import type { Gen } from '../input/gen.ts';
import { sourceOfArgs } from '../input/render-source.ts';
import { shrinkChoices } from '../input/shrink/shrink-choices.ts';
import { Rejected, Tape, type TapeOptions } from '../input/tape.ts';
import { failureIdentity } from './failure-identity.ts';
import type { Work } from './maybe-async.ts';
import { PropertyFailed } from './property-failed.ts';
import { choicesOfToken, tokenOf } from './replay-token.ts';

export interface CheckPlan {
  readonly generator: Gen<readonly unknown[]>;
  readonly body: (...args: readonly unknown[]) => unknown;
  readonly runs: number;
  readonly seed: U64;
  readonly examples: readonly (readonly unknown[])[];
  readonly replay: string | undefined;
  /** Asked before each candidate of a shrink. */
  readonly isTimeUp: () => boolean;
}

/** Inputs grow from run to run, so that what fails for small ones is found small. */
const SIZE_START = 16;
const SIZE_STEP = 12;
const SIZE_MAX = 4000;
/** Inputs given up by filters and assumptions per run that counts, beyond which the generator has to be blamed. */
const REJECTED_PER_RUN = 20;

interface Failure {
  readonly sequence: ChoiceSequence;
  readonly error: unknown;
}

type Verdict = 'passed' | 'rejected' | { readonly error: unknown };

export class PropertyCheck {
  readonly #plan: CheckPlan;
  readonly #tape = new Tape();
  #runs = 0;

  constructor(plan: CheckPlan) {
    this.#plan = plan;
  }

  *work(): Work<void> {
    const { examples, replay } = this.#plan;
    for (const example of examples) {
      this.#runs += 1;
      const verdict = yield* this.#call(example);
      if (typeof verdict === 'object') throw this.#failed(verdict.error, sourceOfArgs(example), example);
    }
    if (replay !== undefined) return yield* this.#replay(replay);
    const failure = yield* this.#search();
    if (failure !== undefined) throw yield* this.#shrunk(failure);
  }

  *#replay(token: string): Work<void> {
    const prefix = choicesOfToken(token);
    if (prefix === undefined) throw new RangeError(`property: '${token}' is no replay token; copy it from the message of the failure`);
    this.#runs += 1;
    const tried = yield* this.#try({ prefix });
    if (tried !== 'passed' && tried !== 'rejected') throw this.#failedOn(tried, 0, true);
  }

  *#search(): Work<Failure | undefined> {
    const { runs, seed } = this.#plan;
    let rejected = 0;
    while (this.#runs < runs) {
      const number = this.#runs + rejected;
      const random = number === 0 ? undefined : FuzzRandom.of(seed, `run ${number}`);
      const sizeMax = Math.min(SIZE_MAX, SIZE_START + number * SIZE_STEP);
      const tried = yield* this.#try({ random, sizeMax });
      if (tried === 'rejected') rejected += 1;
      else this.#runs += 1;
      if (rejected > REJECTED_PER_RUN * (this.#runs + 5)) throw new RangeError(tooManyRejected(this.#runs, rejected));
      if (typeof tried === 'object') return tried;
    }
    return undefined;
  }

  *#shrunk(first: Failure): Work<PropertyFailed> {
    const identity = failureIdentity(first.error);
    const stop = (): 'budget' | undefined => (this.#plan.isTimeUp() ? 'budget' : undefined);
    const search = shrinkChoices(first.sequence, stop);
    let { error } = first;
    let shrinks = 0;
    let step = search.next();
    while (step.done !== true) {
      const tried: Verdict | Failure = yield* this.#try({ prefix: step.value });
      const isSame = typeof tried === 'object' && 'sequence' in tried && failureIdentity(tried.error) === identity;
      step = search.next(isSame ? tried.sequence : undefined);
    }
    const { best, stoppedBy } = step.value;
    // Once more, for the error that belongs to the input that is shown; and to notice a property that changes its mind.
    const last = yield* this.#try({ prefix: best });
    if (typeof last === 'object' && 'sequence' in last) ({ error } = last);
    shrinks = best === first.sequence ? 0 : step.value.candidates;
    return this.#failedOn({ sequence: best, error }, shrinks, stoppedBy === 'minimal');
  }

  /** Draws an input and calls the property with it. */
  *#try(options: TapeOptions): Work<'passed' | 'rejected' | Failure> {
    let args: readonly unknown[];
    try {
      args = this.#plan.generator.draw(this.#tape.begin(options));
    } catch (error) {
      if (error instanceof Rejected) return 'rejected';
      throw error;
    }
    const verdict = yield* this.#call(args);
    return typeof verdict === 'object' ? { sequence: this.#tape.sequence(), error: verdict.error } : verdict;
  }

  *#call(args: readonly unknown[]): Work<Verdict> {
    const settled = yield () => this.#plan.body(...args);
    if (!settled.ok) return settled.error instanceof Rejected ? 'rejected' : { error: settled.error };
    return settled.value === false ? { error: new PropertyFalse('the property returned false') } : 'passed';
  }

  #failedOn(failure: Failure, shrinks: number, isMinimal: boolean): PropertyFailed {
    const draw = (): readonly unknown[] => this.#plan.generator.draw(this.#tape.begin({ prefix: failure.sequence }));
    return this.#failed(failure.error, sourceOfArgs(draw()), draw(), { shrinks, isMinimal, replay: tokenOf(failure.sequence) });
  }

  #failed(
    error: unknown,
    args: string,
    values: readonly unknown[],
    more: { readonly shrinks: number; readonly isMinimal: boolean; readonly replay: string | undefined } = {
      shrinks: 0,
      isMinimal: true,
      replay: undefined,
    },
  ): PropertyFailed {
    const { hi, lo } = this.#plan.seed;
    return new PropertyFailed({ args, values, error, runs: this.#runs, seed: renderU64(hi, lo), ...more });
  }
}

class PropertyFalse extends Error {
  override readonly name = 'PropertyFalse';
}

function tooManyRejected(runs: number, rejected: number): string {
  return `property: ${rejected} inputs were given up by filter() or assume(), and only ${runs} were not; generate what is wanted instead`;
}
