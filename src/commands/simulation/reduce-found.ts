/** `explore --shrink`: the failing run with everything taken away that it does not need. */
import type { Explored } from '../../campaign/explore/explore.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { nothingLeftOut } from '../../campaign/shrink/left-out.ts';
import { minimisedOf } from '../../campaign/shrink/minimised.ts';
import { startSimulation } from '../../campaign/shrink/simulation-shrink.ts';
import type { Subject } from '../../campaign/subject.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Context } from '../context.ts';
import type { ShrunkRun } from './finish.ts';
import { observeKept, SHRINK_BUDGET_MS, shrinkFound, shrinkSectionOf } from './shrink-found.ts';

export interface Reduced {
  readonly outcome: Outcome;
  readonly shrunk: ShrunkRun;
}

/** Undefined where no run failed, or none that can be repeated. */
export async function reduceFound(subject: Subject, { failure: failing }: Explored, context: Context): Promise<Reduced | undefined> {
  const failure = failureOf(failing?.findings ?? []);
  if (failing === undefined || failure === undefined || isAstray(failing)) return undefined;
  const { start } = await startSimulation({ subject, decisions: failing.log, leftOut: nothingLeftOut });
  const job = { command: 'explore', minimize: 'all', aggressive: false, budgetMs: SHRINK_BUDGET_MS } as const;
  const found = await shrinkFound({ ...job, subject, start, failure }, context);
  const { best } = found;
  const outcome = await observeKept(subject, best);
  if (isAstray(outcome)) return undefined;
  const section = shrinkSectionOf(found, { start, best, failure });
  return { outcome, shrunk: { parts: minimisedOf(best), section, answers: { before: start.answers.length, after: best.answers.length } } };
}

function isAstray({ mismatch, unusedDecisions }: Outcome): boolean {
  return mismatch !== undefined || unusedDecisions > 0;
}

/** Counted over the whole search; which of them the failure needs is known from the reduced run. */
export function faultsNeeded({ faults }: Explored, reduced: Outcome): Explored['faults'] {
  const fired = new Set(reduced.faults.filter((fault) => fault.fired).map(({ id }) => id));
  return faults.map((fault) => ({ ...fault, inFailure: fired.has(fault.id) }));
}
