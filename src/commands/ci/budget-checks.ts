/**
 * What a pipeline allows: how many of a set of runs may end differently, and how much slower than a baseline the run may be. The flags come
 * in pairs, which is settled before anything is judged.
 */
import { FozzyError } from '../../base/problem.ts';
import { changePct } from '../../trace/profile/diff.ts';
import { metricsOf } from '../../trace/profile/metrics.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { listOption, numberOption, textOption } from '../option-values.ts';
import { loadProfile } from '../profile/load-profile.ts';
import { checkBudget, flakesOfSelected } from '../report/flaky.ts';
import type { CiCheck } from './check.ts';

interface FlakeBudget {
  readonly runs: readonly string[];
  readonly budgetPct: number;
}

interface PerfBudget {
  readonly baseline: string;
  readonly maxPct: number;
}

export interface CiBudgets {
  readonly flake?: FlakeBudget;
  readonly perf?: PerfBudget;
}

export function budgetsOf(options: Options): CiBudgets {
  const [flake, perf] = [flakeBudgetOf(options), perfBudgetOf(options)];
  return { ...(flake === undefined ? {} : { flake }), ...(perf === undefined ? {} : { perf }) };
}

function flakeBudgetOf(options: Options): FlakeBudget | undefined {
  const runs = listOption(options, 'flakeRun');
  const budgetPct = numberOption(options, 'flakeBudget');
  if (runs === undefined && budgetPct === undefined) return undefined;
  if (runs === undefined)
    throw new FozzyError('usage', '--flake-budget needs --flake-run, twice or more: it says how much those runs may differ');
  if (budgetPct === undefined)
    throw new FozzyError('usage', '--flake-run needs --flake-budget <FLAKE_BUDGET>: it says how much is allowed');
  if (runs.length < 2) throw new FozzyError('usage', 'one --flake-run cannot disagree with itself', { hint: 'name two or more runs' });
  return { runs, budgetPct: checkBudget(budgetPct) };
}

function perfBudgetOf(options: Options): PerfBudget | undefined {
  const baseline = textOption(options, 'perfBaseline');
  const maxPct = numberOption(options, 'maxP99DeltaPct');
  if (baseline === undefined && maxPct === undefined) return undefined;
  if (baseline === undefined)
    throw new FozzyError(
      'usage',
      '--max-p99-delta-pct needs --perf-baseline <PERF_BASELINE>: the run that says how long things took before',
    );
  if (maxPct === undefined)
    throw new FozzyError('usage', '--perf-baseline needs --max-p99-delta-pct <MAX_P99_DELTA_PCT>: it says how much slower is allowed');
  if (!Number.isFinite(maxPct) || maxPct < 0)
    throw new FozzyError('usage', `invalid value '${maxPct}' for '--max-p99-delta-pct <MAX_P99_DELTA_PCT>': expected per cent, 0 or more`);
  return { baseline, maxPct };
}

/** `selector` is the run that is judged. */
export async function budgetChecks({ flake, perf }: CiBudgets, selector: string, context: Context): Promise<readonly CiCheck[]> {
  return [
    ...(flake === undefined ? [] : [flakeCheck(flake, context)]),
    ...(perf === undefined ? [] : [await perfCheck(perf, selector, context)]),
  ];
}

function flakeCheck({ runs, budgetPct }: FlakeBudget, context: Context): CiCheck {
  const { flakeRatePct, runCount } = flakesOfSelected(runs, context);
  const ok = flakeRatePct <= budgetPct;
  const detail = `runs=${runCount} flake_rate=${flakeRatePct}% budget=${budgetPct}%`;
  return { name: 'flake_budget', ok, detail: ok ? detail : `flake budget exceeded: ${detail}` };
}

/** Virtual time, so the answer is the same on every machine. */
async function perfCheck({ baseline, maxPct }: PerfBudget, selector: string, context: Context): Promise<CiCheck> {
  const name = 'perf_p99_budget';
  const [before, after] = [await p99Of(baseline, context), await p99Of(selector, context)];
  if (before === undefined) return { name, ok: false, detail: `the baseline ${baseline} has no latency data` };
  if (after === undefined) return { name, ok: false, detail: `${selector} has no latency data` };
  const pct = changePct(before, after);
  const ok = pct <= maxPct;
  const detail = `baseline_p99=${before}ms p99=${after}ms change=${Math.round(pct * 100) / 100}% max=${maxPct}%`;
  return { name, ok, detail: ok ? detail : `p99 latency budget exceeded: ${detail}` };
}

async function p99Of(selector: string, context: Context): Promise<number | undefined> {
  try {
    return metricsOf((await loadProfile(selector, context)).profile).p99LatencyMs ?? undefined;
  } catch (error) {
    if (error instanceof FozzyError && error.code === 'profile_no_data') return undefined;
    throw error;
  }
}
