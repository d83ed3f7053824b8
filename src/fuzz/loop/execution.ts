/**
 * One call of the target after the other, as fast as there is a way: nothing is allocated for a call but its arguments, so how the last one came
 * back stands in fields that the next one overwrites.
 */
import { siteTable } from '../../sim/load/sites.ts';
import type { Edges } from '../feedback/edges.ts';
import type { InputForm } from '../input/form.ts';
import { pin } from '../target/pinned-world.ts';
import { GuardedCalls, type Outcome } from './guarded-calls.ts';
import { isThenable } from './promises.ts';
import type { Settled } from './pending.ts';
import type { SharedState } from './shared-state.ts';
import type { TargetParts } from './target-parts.ts';

export interface ExecutionParts<I> {
  readonly form: InputForm<I>;
  readonly shared: SharedState;
  readonly edges: Edges;
  readonly target: Pick<TargetParts, 'call'>;
}

export class Execution<I> implements Outcome {
  readonly #form: InputForm<I>;
  readonly #shared: SharedState;
  readonly #edges: Edges;
  readonly #target: Pick<TargetParts, 'call'>;
  readonly #sites = siteTable();
  readonly #guarded = new GuardedCalls();
  /** Calls so far. */
  count: number;
  input: I | undefined;
  /** What it returned, or threw. */
  result: unknown;
  threw = false;
  /** It was ended because it did not come back, whatever it made of that. */
  isLate = false;
  #stopped: Error | undefined;
  #called: TargetParts['call'] | undefined;

  constructor({ form, shared, edges, target }: ExecutionParts<I>, count: number) {
    this.#form = form;
    this.#shared = shared;
    this.#edges = edges;
    this.#target = target;
    this.count = count;
  }

  call(input: I, call: TargetParts['call']): void {
    const form = this.#form;
    const shared = this.#shared;
    this.input = input;
    this.#called = call;
    this.count += 1;
    this.#edges.prepare();
    pin();
    if (typeof input === 'string') shared.beginText(this.count, input, form.wordsOf?.(input));
    else shared.begin(this.count, form.encode(input));
    if (form.only === undefined) this.#callWith(input, call);
    else this.#guard(call, form.only(input));
    shared.end();
    this.isLate = this.#sites.exhausted;
    if (!this.isLate) return;
    this.#stopped = this.#sites.stopped;
    this.#sites.reset();
  }

  #guard(call: TargetParts['call'], value: unknown): void {
    const guarded = this.#guarded;
    guarded.renew(this.count);
    if (call === this.#target.call) guarded.target(this, call, value);
    else guarded.watched(this, call, value);
  }

  /** To make arguments runs code of the user as well, and may fail like the target. */
  #callWith(input: I, call: TargetParts['call']): void {
    this.threw = false;
    try {
      this.result = call(...this.#form.args(input));
    } catch (error) {
      this.threw = true;
      this.result = error;
    }
  }

  get isPending(): boolean {
    return !this.threw && isThenable(this.result);
  }

  get settled(): Settled {
    if (this.isLate) return { is: 'late', ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }) };
    if (this.threw) return { is: 'error', error: this.result };
    return { is: 'value', value: this.result, isOfCopy: this.#called !== this.#target.call };
  }
}
