/**
 * Counts the schedules of a subject again, to check what a search of everything has claimed: with an enumerator that knows nothing of
 * the reduction the search was made with. It ends at the first thing that speaks against the claim.
 */
import type { U64 } from '../base/u64.ts';
import { CanonicalSource } from '../decide/canonical.ts';
import type { Finding } from '../trace/finding.ts';
import { executeMany } from './execute-many.ts';
import type { Subject } from './subject.ts';

export interface Recount {
  /** Runs it took, those that were ended on the way included. */
  readonly runs: number;
  readonly found: ReadonlySet<string>;
  /** Different disks that power losses left. */
  readonly crashStates: number;
  /** A schedule the claim does not know. */
  readonly unknown?: string;
  /** A schedule that fails. */
  readonly failing?: Finding;
  /** Why it did not come to its end. */
  readonly stopped?: 'time' | 'interrupted' | 'too_many' | 'no_classes' | 'truncated';
}

export interface RecountOptions {
  readonly seed: U64;
  readonly claimed: ReadonlySet<string>;
  readonly isTimeUp: () => boolean;
  readonly isTired: () => boolean;
  /** Told how many different schedules have been found; false ends it. */
  readonly breathe: (found: number, runs: number) => boolean;
}

export async function recount(subject: Subject, { seed, claimed, isTimeUp, isTired, breathe }: RecountOptions): Promise<Recount> {
  const source = new CanonicalSource(seed);
  const found = new Set<string>();
  const disks = new Set<string>();
  let runs = 0;
  let isLeft = true;
  let against: Pick<Recount, 'unknown' | 'failing' | 'stopped'> = {};
  await executeMany(subject, {
    next: () => (isLeft ? () => again(source) : undefined),
    done: (outcome) => {
      runs += 1;
      isLeft = source.next();
      const { scheduleClass, findings, status } = outcome;
      if (outcome.isRedundant !== true) {
        if (scheduleClass === undefined) against = { stopped: 'no_classes' };
        else if (status !== 'pass') against = findings[0] === undefined ? { stopped: 'no_classes' } : { failing: findings[0] };
        else if (outcome.truncated === true) against = { stopped: 'truncated' };
        else {
          found.add(scheduleClass);
          for (const { disk } of outcome.powerLosses ?? []) disks.add(disk);
          if (!claimed.has(scheduleClass)) against = { unknown: scheduleClass };
        }
      }
      if (source.isIncomplete) against = { stopped: 'too_many' };
      if (isLeft && isTimeUp()) against = { stopped: 'time', ...against };
      return Object.keys(against).length === 0;
    },
    isTired,
    breathe: () => {
      const goesOn = breathe(found.size, runs);
      if (!goesOn && isLeft) against = { stopped: 'interrupted', ...against };
      return goesOn;
    },
  });
  return { runs, found, crashStates: disks.size, ...against };
}

function again(source: CanonicalSource): { readonly source: CanonicalSource } {
  source.restart();
  return { source };
}
