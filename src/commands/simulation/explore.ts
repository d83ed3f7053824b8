/** `explore` of a simulation: a search for a failing run, told while it goes on, confirmed and recorded when there is one. */
import { divergenceFinding } from '../../campaign/replay-verdict.ts';
import { type Explored, explore, replayObserved } from '../../campaign/explore/explore.ts';
import { type StrategyName, strategyNames } from '../../campaign/explore/strategy-names.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { minimisedOf } from '../../campaign/shrink/minimised.ts';
import { startSimulation } from '../../campaign/shrink/simulation-shrink.ts';
import { failed } from '../../engine/failure.ts';
import { findingForRun } from '../../engine/finding-for.ts';
import { progressEvent } from '../../report/progress.ts';
import { checkRecordTarget } from '../../store/record-target.ts';
import type { Finding } from '../../trace/finding.ts';
import type { SearchSection, Status } from '../../trace/summary.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult, Options } from '../command.ts';
import { reporterOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { numberOption, switchOption, textOption } from '../option-values.ts';
import { recordTarget, seedOf } from '../run-plan.ts';
import { finishSimulation, type ShrunkRun, simulationParams } from './finish.ts';
import { SimulationFile } from './open-file.ts';
import type { OpenedSimulation } from './opened-simulation.ts';
import { Pace } from './pace.ts';
import { observeKept, SHRINK_BUDGET_MS, shrinkFound, shrinkSectionOf } from './shrink-found.ts';

const RUNS = 1000;
const TIME_MS = 60_000;
/** In a log, a line now and then is enough to see that the search is alive. */
const LOG_EVERY_MS = 10_000;

export async function exploreSimulation(path: string, options: Options, context: Context): Promise<CommandResult> {
  const record = recordTarget(options, context);
  if (record !== undefined) checkRecordTarget(record);
  const reporter = reporterOf(textOption(options, 'reporter'), context);
  const seed = seedOf(options);
  const file = await SimulationFile.open(path, context.cwd);
  const simulation = await file.openSimulation(file.choose(textOption(options, 'only'), 'explore'), { options: optionsOf(options) });
  const times = stopwatch();
  const runs = numberOption(options, 'runs') ?? RUNS;
  context.progress(progressEvent('explore', { event: 'started', total: runs }));
  const found = await explore(simulation.subject, {
    strategy: strategyOf(options),
    seed,
    runs,
    ...watched(new Pace(numberOption(options, 'time') ?? TIME_MS), runs, context),
  });
  const reduced = switchOption(options, 'shrink') === true ? await reduce(simulation, found, context) : undefined;
  const outcome = reduced?.outcome ?? found.failure ?? (await lastObserved(simulation, found));
  const judged = judge(found, outcome, simulation);
  context.progress(progressEvent('explore', { event: 'finished', status: judged.status }));
  return finishSimulation(
    {
      mode: 'explore',
      simulation,
      seed,
      outcome,
      ...judged,
      faults: reduced === undefined ? found.faults : faultsOf(found, reduced.outcome),
      params: simulationParams(context, undefined),
      times: times(),
      search: found.search,
      interrupted: found.interrupted,
      record,
      reporter,
      ...(reduced === undefined ? {} : { shrunk: reduced.shrunk }),
    },
    context,
  );
}

function strategyOf(options: Options): StrategyName {
  return strategyNames.find((name) => name === textOption(options, 'schedule')) ?? 'portfolio';
}

function optionsOf(options: Options) {
  const transitionsMax = numberOption(options, 'steps');
  const http = textOption(options, 'http');
  return {
    ...(transitionsMax === undefined ? {} : { transitionsMax }),
    ...(http === undefined ? {} : { httpPath: http === 'wire' ? ('wire' as const) : ('fast' as const) }),
  };
}

/** Says what the search is doing, and hears signals. */
function watched(pace: Pace, runs: number, context: Context) {
  let toldMs = 0;
  return {
    isTimeUp: () => pace.isTimeUp(),
    isTired: () => pace.isTired(),
    breathe: ({ schedules, events }: SearchSection): boolean => {
      const { elapsedMs } = pace;
      const detail = `${Math.round((schedules / Math.max(elapsedMs, 1)) * 1000)} schedules/s, ${events} transitions, no finding yet`;
      context.progress(progressEvent('explore', { event: 'tick', done: schedules, total: runs, detail }));
      if (elapsedMs - toldMs >= LOG_EVERY_MS) {
        toldMs = elapsedMs;
        context.progress(progressEvent('explore', { event: 'phase', name: `${schedules} schedules`, detail }));
      }
      pace.breathed();
      return !context.signal.aborted;
    },
  };
}

interface Reduced {
  readonly outcome: Outcome;
  readonly shrunk: ShrunkRun;
}

/** The failing run with everything taken away that it does not need; undefined where there is none that can be repeated. */
async function reduce({ subject }: OpenedSimulation, { failure: failing }: Explored, context: Context): Promise<Reduced | undefined> {
  const failure = failureOf(failing?.findings ?? []);
  if (failing === undefined || failure === undefined || isAstray(failing)) return undefined;
  const { start } = await startSimulation({ subject, decisions: failing.log, withoutClients: [] });
  const job = { command: 'explore', minimize: 'all', aggressive: false, budgetMs: SHRINK_BUDGET_MS } as const;
  const found = await shrinkFound({ ...job, subject, start, failure }, context);
  const outcome = await observeKept(subject, found.best);
  if (isAstray(outcome)) return undefined;
  const { best } = found;
  return {
    outcome,
    shrunk: {
      minimised: minimisedOf(best),
      section: shrinkSectionOf(found, { start, best, failure }),
      answers: { before: start.answers.length, after: best.answers.length },
    },
  };
}

function isAstray({ mismatch, unusedDecisions }: Outcome): boolean {
  return mismatch !== undefined || unusedDecisions > 0;
}

/** Counted over the whole search; which of them the failure needs is known from the reduced run. */
function faultsOf({ faults }: Explored, reduced: Outcome): Explored['faults'] {
  const fired = new Set(reduced.faults.filter((fault) => fault.fired).map(({ id }) => id));
  return faults.map((fault) => ({ ...fault, inFailure: fired.has(fault.id) }));
}

/** A search that found nothing tells of the last run it made. */
async function lastObserved({ subject }: OpenedSimulation, { last }: Explored): Promise<Outcome> {
  if (last === undefined) throw new Error('a search makes at least one run');
  return replayObserved(subject, last.log);
}

interface Judged {
  readonly status: Status;
  readonly findings: readonly Finding[];
  readonly traceable: boolean;
}

function judge({ interrupted, search }: Explored, outcome: Outcome, simulation: OpenedSimulation): Judged {
  const { file, projectFile } = simulation;
  const place = { file, projectFile };
  const findings = simulation.placed(outcome.findings);
  if (outcome.mismatch !== undefined || outcome.unusedDecisions > 0) {
    const { index, expected, actual, stepPath, timeMs } = outcome.mismatch ?? {
      index: 0,
      expected: null,
      actual: null,
      stepPath: '',
      timeMs: 0,
    };
    const drift = divergenceFinding(
      { title: 'replay_drift', divergence: { in: 'decision', index, stepPath, timeMs, expected, actual } },
      file,
    );
    const message = `the same decisions did not give the same run again: ${drift?.message ?? 'it ended early'}`;
    return { status: 'fail', findings: [findingForRun(failed('checker', 'nondeterministic_subject', message), place)], traceable: false };
  }
  const truncated = search.truncatedSchedules === search.schedules && outcome.status === 'pass';
  const warning = failed('checker', 'all_schedules_truncated', 'every schedule was cut short by a limit, so nothing was seen to its end');
  return {
    status: interrupted ? 'error' : outcome.status,
    findings: truncated ? [...findings, findingForRun(warning, place)] : findings,
    traceable: true,
  };
}
