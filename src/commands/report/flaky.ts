/** The disagreement of selected runs, for `report flaky` and for the flake budget of `ci`. */
import { existsSync } from 'node:fs';
import { FozzyError } from '../../base/problem.ts';
import { type Flakes, flakesOf } from '../../campaign/flake.ts';
import { subjectOf } from '../../report/subject.ts';
import type { Context } from '../context.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { RunSummary } from '../../trace/summary.ts';
import { readTrace } from '../open-trace.ts';
import { selectedSummary } from '../selected-summary.ts';

/** A single run agrees with itself. */
const RUNS_MIN = 2;

export function flakesOfSelected(selectors: readonly string[], context: Context): Flakes {
  const runs = new Map(selectors.map((selector) => [selector, selectedSummary(selector, context)]));
  const distinct = new Map([...runs.values()].map((summary) => [summary.identity.runId, summary]));
  if (distinct.size < RUNS_MIN) {
    throw new FozzyError(
      'flaky_too_few_runs',
      `${distinct.size === 1 ? 'one run' : 'no run'} cannot disagree: name two or more different runs`,
      {
        details: { runs: [...distinct.keys()] },
      },
    );
  }
  return flakesOf([...distinct.values()].map((summary) => ({ summary, subject: aboutOf(summary) })));
}

/** A replay is about what its trace was recorded from, however the trace was named; runs of the same thing have to meet under one name. */
function aboutOf(summary: RunSummary): string | undefined {
  const { mode, identity } = summary;
  const { tracePath } = identity;
  if ((mode !== 'replay' && mode !== 'shrink') || tracePath === undefined || !existsSync(tracePath)) return subjectOf(summary);
  const { scenarioPath, simulation, fuzz } = decodeTrace(readTrace(tracePath), tracePath).document;
  return simulation?.file ?? fuzz?.target ?? scenarioPath ?? subjectOf(summary);
}

const PERCENT_MAX = 100;

export function checkBudget(budgetPct: number): number {
  if (budgetPct >= 0 && budgetPct <= PERCENT_MAX) return budgetPct;
  throw new FozzyError('usage', `invalid value '${budgetPct}' for '--flake-budget <FLAKE_BUDGET>': expected a number from 0 to 100`);
}
