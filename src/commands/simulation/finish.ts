/** A finished run of a simulation on its way to files and words: the same for `run` and `explore`. */
import type { JsonObject } from '../../base/json.ts';
import { renderU64, type U64 } from '../../base/u64.ts';
import type { MinimisedParts } from '../../campaign/shrink/minimised.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { ShrunkStory } from '../../report/story.ts';
import { renderSimulation } from '../../report/simulation-text.ts';
import { type FinaliseInput, finaliseRun, type ProfileArtifacts, type RunPaths, type TraceBody } from '../../store/finalise.ts';
import { renderDocument } from '../../store/json-file.ts';
import type { RecordTarget } from '../../store/record-target.ts';
import { newRunId } from '../../store/run-id.ts';
import { type Certificate, CERTIFICATE_FILE } from '../../trace/certificate.ts';
import { TRACE_VERSION } from '../../trace/document.ts';
import type { Finding } from '../../trace/finding.ts';
import type { FaultReport, Mode, RunParams, RunSummary, SearchSection, ShrinkSection, Status } from '../../trace/summary.ts';
import type { Times } from '../../world/clock/stopwatch.ts';
import type { CommandResult } from '../command.ts';
import { policyErrorOf, resultOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';
import { reportFiles, type Reporting } from '../reporting.ts';
import type { Explorable } from './explorable.ts';
import { SHARD_FILE } from './shard-file.ts';

export interface FinishedSimulation {
  readonly mode: Extract<Mode, 'run' | 'explore'>;
  readonly simulation: Explorable;
  readonly seed: U64;
  /** The run that is told and recorded. */
  readonly outcome: Outcome;
  readonly status: Status;
  readonly findings: readonly Finding[];
  readonly faults: readonly FaultReport[];
  /** Of all runs that were made; those of the told one unless given. */
  readonly allowed?: Readonly<Record<string, number>>;
  readonly params: RunParams;
  readonly times: Times;
  readonly search?: SearchSection;
  /** This was one part of a search; what whoever puts the parts together needs. */
  readonly shard?: NonNullable<RunSummary['shard']> & { readonly text: string };
  readonly interrupted: boolean;
  /** A run that is not what it was the second time cannot be recorded. */
  readonly traceable: boolean;
  readonly record: RecordTarget | undefined;
  readonly reporting: Reporting;
  /** Of a search: which code ran. */
  readonly coverage?: JsonObject | undefined;
  /** Of a search of everything: what it has shown, for somebody who wants to check it. */
  readonly certify?: ((runId: string) => Certificate) | undefined;
  readonly profile?: ProfileArtifacts | undefined;
  /** The run was reduced before it was recorded. */
  readonly shrunk?: ShrunkRun;
}

export interface ShrunkRun {
  readonly parts: MinimisedParts;
  readonly section: Omit<ShrinkSection, 'out'>;
  /** Answers that were not calm, before and after. */
  readonly answers: { readonly before: number; readonly after: number };
}

/** Nothing of a simulation reaches the host, so there is only one way its backends can be. */
export function simulationParams(context: Context, timeoutMs: number | undefined): RunParams {
  return {
    det: true,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
    commandLine: context.commandLine,
  };
}

export async function finishSimulation(finished: FinishedSimulation, context: Context): Promise<CommandResult> {
  const { outcome, status, record, reporting } = finished;
  const { events } = outcome;
  const runId = newRunId();
  const { summary } = await finaliseRun({
    cwd: context.cwd,
    baseDir: context.config.baseDir,
    runId,
    status,
    engine: engineInfo(),
    summarise: (paths) => summaryOf(finished, runId, paths, context.strict),
    ...(finished.interrupted || !finished.traceable
      ? {}
      : { trace: { body: () => simulationTraceBody(finished), ...(record === undefined ? {} : { record }) } }),
    events,
    ...(finished.profile === undefined ? {} : { profile: finished.profile }),
    extraFiles: extraFiles(finished, runId),
    render: reportFiles(reporting, context, { events }),
    prettyTrace: context.environment.tracePretty,
  });
  finished.simulation.keepCode?.();
  const { shrunk } = finished;
  const told = { name: finished.simulation.name, events, ...(shrunk === undefined ? {} : { shrunk: shrunkStory(shrunk) }) };
  const pretty = () => renderSimulation(summary, told, { paint: context.paint, widthMax: context.columns });
  return resultOf(summary, reporting, context, { events, pretty });
}

/** A run that was calm to begin with has no decisions to tell of. */
function shrunkStory({ answers, section: { before, after } }: ShrunkRun): ShrunkStory {
  return answers.before > 0 ? answers : { before: before.steps, after: after.steps, of: 'transition' };
}

export function simulationTraceBody({
  mode,
  params,
  simulation,
  outcome,
  shrunk,
}: Pick<FinishedSimulation, 'params' | 'simulation' | 'outcome' | 'shrunk'> & { readonly mode: Mode }): TraceBody {
  return {
    version: TRACE_VERSION,
    engine: engineInfo(),
    mode,
    params,
    scenarioPath: simulation.projectFile,
    ...simulation.traceParts(shrunk?.parts),
    decisions: outcome.log,
    events: outcome.events,
  };
}

function extraFiles({ certify, shard, coverage }: FinishedSimulation, runId: string): NonNullable<FinaliseInput['extraFiles']> {
  return [
    ...(certify === undefined ? [] : [{ name: CERTIFICATE_FILE, kind: 'certificate' as const, text: renderDocument(certify(runId)) }]),
    ...(coverage === undefined ? [] : [{ name: 'coverage.json', kind: 'coverage' as const, text: renderDocument(coverage) }]),
    ...(shard === undefined ? [] : [{ name: SHARD_FILE, kind: 'report' as const, text: shard.text }]),
  ];
}

function shrinkSection({ section }: ShrunkRun, paths: RunPaths): ShrinkSection {
  const { before, after, ...how } = section;
  return { ...how, out: paths.tracePath ?? '', before, after };
}

function summaryOf(finished: FinishedSimulation, runId: string, paths: RunPaths, strict: boolean): RunSummary {
  const { mode, simulation, seed, outcome, status, findings, search } = finished;
  const policyError = policyErrorOf(status, findings, strict);
  return {
    status,
    mode,
    identity: { runId, seed: renderU64(seed.hi, seed.lo), ...paths },
    ...finished.times,
    virtualTimeMs: outcome.virtualTimeMs,
    params: finished.params,
    ...(finished.interrupted ? { interrupted: true } : {}),
    ...simulation.section(outcome, finished.allowed ?? outcome.allowed ?? {}),
    findings,
    faults: finished.faults,
    ...(search === undefined
      ? {}
      : { search: finished.certify === undefined ? search : { ...search, certificate: `${paths.artifactsDir}/${CERTIFICATE_FILE}` } }),
    ...(finished.shard === undefined ? {} : { shard: { index: finished.shard.index, of: finished.shard.of } }),
    ...(finished.shrunk === undefined ? {} : { shrink: shrinkSection(finished.shrunk, paths) }),
    ...(policyError === undefined ? {} : { policyError }),
  };
}
