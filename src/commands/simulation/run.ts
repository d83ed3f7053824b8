/** `run` of a simulation: one walk from the seed, observed. */
import { executeGuarded } from '../../campaign/guard.ts';
import { WalkSource } from '../../decide/walk.ts';
import { EventSink } from '../../engine/event-sink.ts';
import { progressEvent } from '../../report/progress.ts';
import { checkRecordTarget } from '../../store/record-target.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult, Options } from '../command.ts';
import { codeCacheOf } from '../code-cache.ts';
import type { Context } from '../context.ts';
import { numberOption, textOption } from '../option-values.ts';
import { reportingOf } from '../reporting.ts';
import { recordTarget, seedOf } from '../run-plan.ts';
import { finishSimulation, simulationParams } from './finish.ts';
import { warnOfEscalation } from './isolation-warning.ts';
import { nondeterministic } from './judge.ts';
import { captureSearched } from './capture-searched.ts';
import { SimulationFile } from './open-file.ts';
import { refuseStepsFlags } from './refuse-flags.ts';
import { warnOfRefusals } from './refusal-warning.ts';

export async function runSimulation(path: string, options: Options, context: Context): Promise<CommandResult> {
  refuseStepsFlags(path, options, context);
  const record = recordTarget(options, context);
  if (record !== undefined) checkRecordTarget(record);
  const reporting = reportingOf(options, context);
  const timeoutMs = numberOption(options, 'timeout');
  const seed = seedOf(options);
  const file = await SimulationFile.open(path, context.cwd, codeCacheOf(context));
  const simulation = await file.openSimulation(
    file.choose(textOption(options, 'only'), 'run'),
    timeoutMs === undefined ? {} : { deadline: { ms: timeoutMs, title: 'timeout' } },
  );
  const times = stopwatch();
  context.progress(progressEvent('run', { event: 'started' }));
  const sink = new EventSink();
  const attempt = () => ({ source: new WalkSource(seed), sink });
  const { outcome, nondeterminism } = await executeGuarded(simulation.subject, attempt, warnOfEscalation(context));
  const status = nondeterminism === undefined ? outcome.status : 'fail';
  if (status === 'pass') warnOfRefusals(outcome.events, context);
  context.progress(progressEvent('run', { event: 'finished', status }));
  const { faults } = outcome;
  const findings = nondeterminism === undefined ? simulation.placed(outcome.findings) : [nondeterministic(simulation, nondeterminism)];
  const params = simulationParams(context, timeoutMs);
  const taken = times();
  const profile = await captureSearched(
    { simulation, outcome, status, hostTimeMs: taken.durationMs, isKept: record !== undefined },
    options,
    context,
  );
  return finishSimulation(
    {
      mode: 'run',
      simulation,
      seed,
      outcome,
      status,
      findings,
      faults,
      params,
      times: taken,
      profile,
      interrupted: false,
      traceable: nondeterminism === undefined,
      record,
      reporting,
    },
    context,
  );
}
