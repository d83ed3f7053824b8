/** Shrinks a failing run of a simulation within a budget of real time; the same for `shrink` and for `explore --shrink`. */
import { executeOnce, replayAttempt } from '../../campaign/execute-many.ts';
import type { Dimension } from '../../campaign/shrink/dimension.ts';
import { editsOf } from '../../campaign/shrink/left-out.ts';
import type { Objective } from '../../campaign/shrink/objective.ts';
import { type SimulationCandidate, sizeOfSimulation } from '../../campaign/shrink/simulation-candidate.ts';
import { simulationPasses } from '../../campaign/shrink/simulation-passes.ts';
import { type MinimisedSimulation, shrinkSimulation } from '../../campaign/shrink/simulation-shrink.ts';
import type { Subject } from '../../campaign/subject.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { progressEvent } from '../../report/progress.ts';
import type { Finding } from '../../trace/finding.ts';
import type { ShrinkSection } from '../../trace/summary.ts';
import type { Context } from '../context.ts';
import { Pace } from './pace.ts';

export const SHRINK_BUDGET_MS = 15_000;

export interface ShrinkFound {
  /** Whose progress it is. */
  readonly command: 'confirm' | 'explain' | 'explore' | 'shrink';
  readonly subject: Subject;
  readonly start: SimulationCandidate;
  readonly failure: Finding | undefined;
  readonly objective?: Objective | undefined;
  readonly minimize: Dimension | 'all';
  readonly aggressive: boolean;
  readonly budgetMs: number;
}

export function shrinkFound(job: ShrinkFound, context: Context): Promise<MinimisedSimulation> {
  const pace = new Pace(job.budgetMs);
  return shrinkSimulation({
    subject: job.subject,
    start: job.start,
    failure: job.failure,
    objective: job.objective,
    passes: simulationPasses(job),
    stop: () => (context.signal.aborted ? 'interrupted' : pace.isTimeUp() ? 'budget' : undefined),
    isTired: () => pace.isTired(),
    breathe: (done) => {
      context.progress(progressEvent(job.command, { event: 'tick', done, detail: 'candidates' }));
      pace.breathed();
    },
  });
}

/** The run of a kept candidate once more, compared decision by decision, and observed. */
export function observeKept(subject: Subject, candidate: SimulationCandidate): Promise<Outcome> {
  return executeOnce(subject, replayAttempt(candidate.ran.log, new EventSink(), editsOf(candidate)));
}

export function shrinkSectionOf(
  found: MinimisedSimulation,
  kept: { readonly start: SimulationCandidate; readonly best: SimulationCandidate; readonly failure: Finding | undefined },
): Omit<ShrinkSection, 'out'> {
  return {
    preserved: true,
    fingerprint: kept.failure?.fingerprint ?? null,
    // A result that had to be given up for the original was never shown to be minimal, nor is one that may be smaller yet.
    minimal: found.stoppedBy === 'minimal' && found.inDoubt.length === 0 && kept.best === found.best,
    stoppedBy: found.stoppedBy,
    candidates: found.candidates,
    ...(found.inDoubt.length === 0 || kept.best !== found.best ? {} : { inDoubt: found.inDoubt }),
    before: sizeOfSimulation(kept.start),
    after: sizeOfSimulation(kept.best),
  };
}
