/** What a pipeline allows a set of runs: how many may end differently. The flags come in pairs, which is settled before anything is judged. */
import { FozzyError } from '../../base/problem.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { listOption, numberOption } from '../option-values.ts';
import { checkBudget, flakesOfSelected } from '../report/flaky.ts';
import type { CiCheck } from './check.ts';

export interface CiBudgets {
  readonly flake?: { readonly runs: readonly string[]; readonly budgetPct: number };
}

export function budgetsOf(options: Options): CiBudgets {
  const runs = listOption(options, 'flakeRun');
  const budgetPct = numberOption(options, 'flakeBudget');
  if (runs === undefined && budgetPct === undefined) return {};
  if (runs === undefined)
    throw new FozzyError('usage', '--flake-budget needs --flake-run, twice or more: it says how much those runs may differ');
  if (budgetPct === undefined)
    throw new FozzyError('usage', '--flake-run needs --flake-budget <FLAKE_BUDGET>: it says how much is allowed');
  if (runs.length < 2) throw new FozzyError('usage', 'one --flake-run cannot disagree with itself', { hint: 'name two or more runs' });
  return { flake: { runs, budgetPct: checkBudget(budgetPct) } };
}

export function budgetChecks({ flake }: CiBudgets, context: Context): readonly CiCheck[] {
  if (flake === undefined) return [];
  const { flakeRatePct, runCount } = flakesOfSelected(flake.runs, context);
  const ok = flakeRatePct <= flake.budgetPct;
  const detail = `runs=${runCount} flake_rate=${flakeRatePct}% budget=${flake.budgetPct}%`;
  return [{ name: 'flake_budget', ok, detail: ok ? detail : `flake budget exceeded: ${detail}` }];
}
