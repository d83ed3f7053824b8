/** A function of `fs` with its arguments checked: ready to be carried out now, later, or for a promise. */
import type { Operation, Stages, Work } from './schedule.ts';

export interface Call<T> extends Operation {
  readonly work: Work<T>;
}

export interface StagedCall<T> extends Operation {
  readonly stages: Stages<T>;
  /** The same in one go, for those who let nobody in between; only where it is worth having. */
  readonly whole?: Work<T>;
}

/** Makes calls from what a program passed; throws what Node throws for wrong arguments. */
export type MakeCall = (...args: readonly unknown[]) => Call<unknown> | StagedCall<unknown>;

export function isStaged<T>(call: Call<T> | StagedCall<T>): call is StagedCall<T> {
  return 'stages' in call;
}
