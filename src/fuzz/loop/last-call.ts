/** What the last call came to, when it has settled; and, where it was given little time, what it comes to when it has all there is. */
import type { HangPatience } from './hang-patience.ts';
import { isThenable } from './promises.ts';
import type { Execution } from './execution.ts';
import type { Pending, Settled } from './pending.ts';
import type { SharedState } from './shared-state.ts';
import type { TargetParts } from './target-parts.ts';

interface LastCallParts {
  readonly target: TargetParts;
  readonly pending: Pending;
  readonly shared: SharedState;
  readonly patience: HangPatience;
}

export class LastCall<I> {
  readonly #run: Execution<I>;
  readonly #parts: LastCallParts;
  /** Whether any call has given a promise. */
  isAsync = false;

  constructor(run: Execution<I>, parts: LastCallParts) {
    this.#run = run;
    this.#parts = parts;
  }

  async settled(): Promise<Settled> {
    const { pending, shared } = this.#parts;
    const { settled } = this.#run;
    if (settled.is !== 'value' || !isThenable(settled.value)) return settled;
    this.isAsync = true;
    shared.resume();
    const outcome = await pending.wait(settled.value);
    pending.done();
    shared.end();
    return outcome;
  }

  again(): Promise<Settled> {
    const { patience, target } = this.#parts;
    return patience.inFull(() => {
      const { input } = this.#run;
      if (input !== undefined) this.#run.call(input, target.call);
      return this.settled();
    });
  }
}
