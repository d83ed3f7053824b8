/**
 * Leads real processes through a found order: one thing after the other is let go on, and what comes of it is compared with what was
 * found. It ends with the failure, with the reason why it could not be forced, or with the whole order gone and nothing wrong.
 */
import { Gate, type Waiting } from './gate.ts';
import type { Injected } from './given-faults.ts';
import type { RealFailure } from './real-failure.ts';
import { HARD_WAIT_MS, Stage, type StageOptions } from './stage.ts';

export type Confirmed =
  | { readonly is: 'failed'; readonly failures: readonly RealFailure[]; readonly gone: number }
  | { readonly is: 'passed'; readonly gone: number }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'stuck'; readonly why: string; readonly gone: number }
  /** The time was used up, which says nothing about the failure. */
  | { readonly is: 'unfinished'; readonly why: string; readonly gone: number };

/** With the faults it was given on the way. */
export type ConfirmedWith = Confirmed & { readonly injected: readonly Injected[] };

export interface ConfirmOptions extends StageOptions {
  readonly budgetMs: number;
  readonly onStep: (gone: number) => void;
}

/** Something that has no counterpart may not come. */
const SOFT_WAIT_MS = 250;
/** So long nothing happens, and it is quiet. */
const QUIET_MS = 120;
const SETTLE_MS = 5_000;

export async function confirmRun(options: ConfirmOptions): Promise<ConfirmedWith> {
  const run = new ConfirmRun(options);
  try {
    const result = await run.lead();
    return { ...result, injected: run.injected };
  } finally {
    await run.end();
  }
}

class ConfirmRun {
  readonly #options: ConfirmOptions;
  readonly #gate: Gate;
  readonly #stage: Stage;

  constructor(options: ConfirmOptions) {
    this.#options = options;
    this.#gate = new Gate(options.steps);
    this.#stage = new Stage(options, this.#gate);
  }

  get injected(): readonly Injected[] {
    return this.#stage.injected;
  }

  end(): Promise<void> {
    return this.#stage.end();
  }

  async lead(): Promise<Confirmed> {
    const { budgetMs } = this.#options;
    const stage = this.#stage;
    const until = performance.now() + budgetMs;
    if (!(await stage.becomes(() => stage.isPlanned, until - performance.now())))
      return performance.now() > until ? this.#unfinished() : this.#stuck('the scenario could not be loaded');
    let waitsSince = performance.now();
    for (;;) {
      if (this.#stage.isOver) return this.#verdict();
      if (performance.now() > until) return this.#unfinished();
      const next = this.#gate.next();
      if (next.is === 'impossible') return this.#stuck(next.why);
      if (next.is === 'end') break;
      if (next.is === 'release') {
        await this.#let(next.what, next.step, next.resets);
        waitsSince = performance.now();
        continue;
      }
      if (stage.canBegin(next.for)) {
        await stage.begin(next.for);
        waitsSince = performance.now();
        continue;
      }
      const waited = performance.now() - waitsSince;
      const isComing = stage.isComing(next.for);
      if (!isComing && waited > SOFT_WAIT_MS && this.#gate.doWithout()) {
        this.#options.log(
          `${next.for.machine} ${next.for.label} did not come in the course of step ${next.for.parent}; waiting: ${this.#gate.told}`,
        );
        waitsSince = performance.now();
        continue;
      }
      if (!isComing && waited > HARD_WAIT_MS)
        return this.#stuck(
          `the order could not be forced: “${next.for.machine} ${next.for.label}” has its turn at ${next.for.timeMs} ms, in the course of step ${next.for.parent}, and does not come` +
            (this.#gate.isEmpty ? '' : `; waiting are ${this.#gate.told}`),
        );
      await this.#stage.something(isComing ? 50 : 20);
    }
    return this.#finish(until);
  }

  /** The rest goes as it comes; when it is quiet, the last checks are made. */
  async #finish(until: number): Promise<Confirmed> {
    const gone = this.#gate.gone;
    this.#gate.open();
    const end = Math.min(until, performance.now() + SETTLE_MS);
    let quietSince = performance.now();
    while (!this.#stage.isOver && performance.now() < end) {
      const next = this.#gate.next();
      if (next.is === 'release') {
        await this.#let(next.what, next.step, next.resets);
        quietSince = performance.now();
        continue;
      }
      if (!this.#stage.isBusy && performance.now() - quietSince > QUIET_MS) break;
      await this.#stage.something(20);
    }
    if (!this.#stage.isOver) {
      this.#stage.check(gone);
      while (!this.#stage.isOver && !this.#stage.hasChecked && performance.now() < until) {
        const next = this.#gate.next();
        if (next.is === 'release') await this.#let(next.what, next.step, next.resets);
        else await this.#stage.something(20);
      }
    }
    return this.#verdict();
  }

  async #let(what: Waiting, step: number, resets: readonly string[]): Promise<void> {
    await this.#stage.let(what, step, resets);
    this.#options.onStep(this.#gate.gone);
  }

  #verdict(): Confirmed {
    const { gone } = this.#gate;
    if (this.#stage.refused !== undefined) return { is: 'refused', why: this.#stage.refused };
    if (this.#options.signal.aborted) return { is: 'stuck', why: 'interrupted', gone };
    return this.#stage.failures.length > 0 ? { is: 'failed', failures: this.#stage.failures, gone } : { is: 'passed', gone };
  }

  #unfinished(): Confirmed {
    if (this.#stage.isOver) return this.#verdict();
    const { budgetMs } = this.#options;
    const box = budgetMs < 1000 ? `${budgetMs} ms` : `${Math.round(budgetMs / 1000)} s`;
    return { is: 'unfinished', why: `the time box of ${box} was used up; --time gives it more`, gone: this.#gate.gone };
  }

  #stuck(why: string): Confirmed {
    return this.#stage.isOver ? this.#verdict() : { is: 'stuck', why, gone: this.#gate.gone };
  }
}
