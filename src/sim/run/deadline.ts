/** A limit the command line sets on the virtual time of a run, and what it means when it is reached. */
import type { RunKernel } from '../kernel.ts';
import type { Verdict } from './verdict.ts';

export interface Deadline {
  readonly ms: number;
  /** 'timeout' is the limit the run was given; 'until' is where a replay was told to stop. */
  readonly title: 'timeout' | 'until';
}

/** What would happen next lies beyond the time the run was given. Nothing left to happen is no matter of time. */
export function reportDeadline(deadline: Deadline | undefined, { scheduler }: RunKernel, verdict: Verdict): void {
  if (deadline === undefined || scheduler.earliestUs() === Number.POSITIVE_INFINITY) return;
  const message =
    deadline.title === 'until'
      ? `the replay was stopped at ${deadline.ms} ms of virtual time`
      : `the run was not over after ${deadline.ms} ms of virtual time`;
  verdict.report({ kind: 'hang', title: deadline.title, message, place: 'deadline' });
}
