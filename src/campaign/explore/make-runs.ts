/** Makes the runs that somebody wants, one after the other, each watched, some of them twice (guard.ts), some of them in processes of their own. */
import { Footprints } from '../../decide/footprints.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { type Attempt, executeMany, executeOnce } from '../execute-many.ts';
import type { Guard } from '../guard.ts';
import type { Subject } from '../subject.ts';
import { watched } from './explore.ts';

/** Whoever wants runs. */
export interface Wanted {
  next(): Attempt | undefined;
  /** The run that was asked for last is made in a process of its own. */
  readonly isApart: boolean;
  /** True when the run counts. */
  learn(outcome: Outcome): boolean;
  readonly goesOn: boolean;
}

export interface Pauses {
  isTired(): boolean;
  breathe(): boolean;
}

/** Until nobody wants more, or two runs of the same decisions disagree, as the guard then knows. */
export async function makeRuns(subject: Subject, wanted: Wanted, guard: Guard, pauses: Pauses): Promise<void> {
  const footprints = new Footprints();
  const done = (outcome: Outcome): boolean => {
    if (guard.isChecking) return guard.judge(outcome);
    const isCounted = wanted.learn(outcome);
    if (isCounted && outcome.isRedundant !== true) guard.saw(outcome);
    return !isCounted || wanted.goesOn;
  };
  for (let goesOn = true; goesOn; ) {
    let apart: Attempt | undefined;
    await executeMany(subject, {
      next: () => {
        const check = guard.next();
        if (check !== undefined) return check;
        const attempt = wanted.next();
        if (!wanted.isApart) return watched(attempt, footprints);
        apart = attempt;
        return undefined;
      },
      done: (outcome) => {
        goesOn = done(outcome);
        return goesOn;
      },
      isTired: () => !guard.isChecking && pauses.isTired(),
      breathe: () => {
        goesOn = pauses.breathe();
        return goesOn;
      },
    });
    if (apart === undefined) return;
    const { inProcess: alone } = subject;
    goesOn = done(await executeOnce(alone === undefined ? subject : aside(subject, alone), apart));
  }
}

/** The same subject, with runs in processes of their own. */
function aside(subject: Subject, alone: NonNullable<Subject['alone']>): Subject {
  return { alone, session: (body) => subject.session(body), recover: (error) => subject.recover(error) };
}
