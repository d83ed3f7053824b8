/** How one type of step is carried out. Called again with a higher phase after a wait or an answer. */
import { CLOCK_MS_MAX } from '../base/limits.ts';
import type { Step, StepType } from '../scenario/step.ts';
import type { Stage } from './stage.ts';
import type { StepEnd } from './step-end.ts';
import type { Task } from './task.ts';

/** The member of Step that covers type T; members may share one shape between several types. */
export type StepOf<T extends StepType> = StepWith<Step, T>;

type StepWith<S, T> = S extends { readonly type: infer U } ? (Extract<T, U> extends never ? never : S) : never;

export type Executor<T extends StepType> = (step: StepOf<T>, run: Stage, task: Task) => StepEnd;

/** The executors of one family of steps. */
export type Family<T extends StepType> = { readonly [K in T]: Executor<K> };

/** Lets the task wait in virtual time; it comes back with the next phase. */
export function waitUntil(task: Task, wakeAtMs: number, waitingFor: string): 'wait' {
  task.phase += 1;
  task.wakeAtMs = Math.min(wakeAtMs, CLOCK_MS_MAX);
  task.waitingFor = waitingFor;
  return 'wait';
}
