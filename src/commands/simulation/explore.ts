/** `explore` of a simulation: a search for a failing run, told while it goes on, confirmed and recorded when there is one. */
import { explore } from '../../campaign/explore/explore.ts';
import { type StrategyName, strategyNames } from '../../campaign/explore/strategy-names.ts';
import { editsOf } from '../../campaign/shrink/left-out.ts';
import { leftOutOfParts } from '../../campaign/shrink/minimised.ts';
import { progressEvent } from '../../report/progress.ts';
import { checkRecordTarget } from '../../store/record-target.ts';
import type { SearchSection } from '../../trace/summary.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult, Options } from '../command.ts';
import { codeCacheOf } from '../code-cache.ts';
import type { Context } from '../context.ts';
import { numberOption, switchOption, textOption } from '../option-values.ts';
import { reportingOf } from '../reporting.ts';
import { recordTarget, seedOf } from '../run-plan.ts';
import { captureSearched } from './capture-searched.ts';
import { certifier, claimOf } from './certify.ts';
import type { Explorable } from './explorable.ts';
import { divisionOf } from './division.ts';
import { exploreDivided } from './explore-divided.ts';
import { finishSimulation, simulationParams } from './finish.ts';
import { shardFile } from './shard-file.ts';
import { shardSection } from '../shard-option.ts';
import { renderU64 } from '../../base/u64.ts';
import { SimulationFile } from './open-file.ts';
import { warnOfEscalation } from './isolation-warning.ts';
import { judgeSearch, shownRun } from './judge.ts';
import { Pace } from './pace.ts';
import { faultsNeeded, reduceFound } from './reduce-found.ts';
import { warnOfRefusals } from './refusal-warning.ts';

export const RUNS = 1000;
export const TIME_MS = 60_000;
/** In a log, a line now and then is enough to see that the search is alive. */
const LOG_EVERY_MS = 10_000;

export async function exploreSimulation(path: string, options: Options, context: Context): Promise<CommandResult> {
  const search = plannedSearch(options, 'portfolio', context);
  const file = await SimulationFile.open(path, context.cwd, codeCacheOf(context));
  const simulation = await file.openSimulation(file.choose(textOption(options, 'only'), 'explore'), { options: optionsOf(options) });
  return exploreOpened(simulation, search, options, context);
}

/** What can be refused before anything is loaded. */
export function plannedSearch(options: Options, usual: StrategyName, context: Context) {
  const record = recordTarget(options, context);
  if (record !== undefined) checkRecordTarget(record);
  const reporting = reportingOf(options, context);
  const strategy = strategyOf(options, usual);
  return { record, reporting, seed: seedOf(options), strategy, division: divisionOf(options) };
}

/** Of whatever kind. */
export async function exploreOpened(
  simulation: Explorable,
  { record, reporting, seed, strategy, division }: ReturnType<typeof plannedSearch>,
  options: Options,
  context: Context,
): Promise<CommandResult> {
  const times = stopwatch();
  const runs = numberOption(options, 'runs') ?? RUNS;
  context.progress(progressEvent('explore', { event: 'started', total: runs }));
  const search = {
    strategy,
    seed,
    runs,
    onEscalation: warnOfEscalation(context),
    ...watched(new Pace(numberOption(options, 'time') ?? TIME_MS), runs, context),
  };
  const divided = division === undefined ? undefined : { ...search, ...division, cwd: context.cwd };
  const explored = divided === undefined ? undefined : await exploreDivided(simulation, divided);
  const found = explored ?? (await explore(simulation.subject, search));
  const reduced = switchOption(options, 'shrink') === true ? await reduceFound(simulation.subject, found, context) : undefined;
  const outcome = reduced?.outcome ?? (await shownRun(simulation, found));
  const judged = judgeSearch(found, outcome, simulation);
  if (judged.status === 'pass') warnOfRefusals(outcome.events, context);
  context.progress(progressEvent('explore', { event: 'finished', status: judged.status }));
  const taken = times();
  const edits = reduced === undefined ? undefined : editsOf(leftOutOfParts(reduced.shrunk.parts));
  const captured = { simulation, outcome, status: judged.status, hostTimeMs: taken.durationMs, isKept: record !== undefined, edits };
  const profile = found.interrupted ? undefined : await captureSearched(captured, options, context);
  return finishSimulation(
    {
      mode: 'explore',
      simulation,
      seed,
      outcome,
      ...judged,
      allowed: found.allowed,
      faults: reduced === undefined ? found.faults : faultsNeeded(found, reduced.outcome),
      params: simulationParams(context, undefined),
      times: taken,
      profile,
      search: found.search,
      certify: division?.isShard === true ? undefined : certifier(found, claimOf(simulation), renderU64(seed.hi, seed.lo)),
      ...(division === undefined ? { coverage: simulation.coverage?.(found.failure !== undefined) } : {}),
      ...(explored === undefined || division?.isShard !== true
        ? {}
        : {
            shard: {
              ...shardSection(division.shard),
              text: shardFile(simulation, { ...search, ...division, cwd: context.cwd }, renderU64(seed.hi, seed.lo), explored),
            },
          }),
      interrupted: found.interrupted,
      record,
      reporting,
      ...(reduced === undefined ? {} : { shrunk: reduced.shrunk }),
    },
    context,
  );
}

function strategyOf(options: Options, usual: StrategyName): StrategyName {
  return strategyNames.find((name) => name === textOption(options, 'schedule')) ?? usual;
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
