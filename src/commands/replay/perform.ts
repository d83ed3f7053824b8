/** `replay` from trace to verdict: re-execute against the recording, compare, write a run of its own. */
import { asJson } from '../../base/as-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { compareReplay, divergenceFinding, fingerprintsOf, type ReplayVerdict } from '../../campaign/replay-verdict.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { progressEvent } from '../../report/progress.ts';
import { finaliseRun, type RunPaths } from '../../store/finalise.ts';
import { newRunId } from '../../store/run-id.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Finding } from '../../trace/finding.ts';
import type { ReplaySection, RunSummary, Status } from '../../trace/summary.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult, Options } from '../command.ts';
import { policyErrorOf, resultOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';
import { numberOption, switchOption, textOption } from '../option-values.ts';
import { type OpenedTrace, openTrace, recordedOf } from '../open-trace.ts';
import { memoryOptionsOf } from '../open-trace.ts';
import { captureReplay, exportWanted, withExport } from './profile.ts';
import { profileArtifacts } from '../profile/profile-files.ts';
import { reportFiles, reportingOf } from '../reporting.ts';
import { type Followed, followRecorded, placedFindings, replayRecorded, subjectOf, warningsOf } from '../recorded-subject.ts';
import { staleFindings } from '../stale-trace.ts';

export async function performReplay(options: Options, context: Context): Promise<CommandResult> {
  const wanted = exportWanted(options);
  const opened = openTrace(textOption(options, 'runOrTrace') ?? '', context);
  const untilMs = numberOption(options, 'until');
  const reporting = reportingOf(options, context);
  const subject = await subjectOf(opened, context, untilMs === undefined ? {} : { untilMs });
  const times = stopwatch();
  context.progress(progressEvent('replay', { event: 'started' }));
  const sink = new EventSink(switchOption(options, 'dumpEvents') === true ? (event) => dump(event, context) : undefined);
  const exact = await replayRecorded(subject, opened, sink, context, switchOption(options, 'step') === true);
  const followed = untilMs === undefined && isAstray(exact, opened) ? await followRecorded(subject, opened, new EventSink()) : undefined;
  const outcome = followed?.outcome ?? exact;
  const judged = judge(
    opened,
    { ...outcome, findings: placedFindings(subject, outcome.findings, opened.decoded.document.summary.findings) },
    warningsOf(subject),
    { stopped: untilMs !== undefined, followed: followed?.by },
  );
  context.progress(progressEvent('replay', { event: 'finished', status: judged.status }));
  const runId = newRunId();
  const taken = times();
  const profile = await captureReplay(
    options,
    { opened, recorded: subject, outcome, status: judged.status, hostTimeMs: taken.durationMs },
    context,
  );
  const { summary } = await finaliseRun({
    cwd: context.cwd,
    baseDir: context.config.baseDir,
    runId,
    status: judged.status,
    engine: engineInfo(),
    summarise: (paths) => ({ ...summaryOf(opened, outcome, judged, runId, paths, context), ...taken }),
    events: outcome.events,
    ...(profile === undefined ? {} : { profile: profileArtifacts(profile) }),
    ...(outcome.memory !== undefined && (memoryOptionsOf(opened.decoded).artifacts || context.environment.artifactsFull)
      ? { memory: outcome.memory }
      : {}),
    render: reportFiles(reporting, context, { events: outcome.events }),
    sourceTrace: opened.path,
  });
  const result = resultOf(summary, reporting, context, { events: outcome.events });
  return wanted === undefined || profile === undefined ? result : withExport(result, { profile, summary, opened, ...wanted }, context);
}

/** In any respect: a line that was added to the code may change no decision and still what happens. */
function isAstray(exact: Outcome, { decoded }: OpenedTrace): boolean {
  return compareReplay(recordedOf(decoded), exact).divergence !== undefined;
}

export interface Circumstances {
  /** It was told to stop on the way. */
  readonly stopped: boolean;
  /** It followed causes instead of positions, so only the failure can be compared; and how they were found. */
  readonly followed: Followed['by'] | undefined;
}

function dump(event: TraceEvent, context: Context): void {
  context.stderrLine(canonicalJson(asJson(event)));
}

export interface Judged {
  readonly status: Status;
  readonly findings: readonly Finding[];
  readonly section: ReplaySection;
}

export function judge(opened: OpenedTrace, outcome: Outcome, warnings: readonly Finding[], { stopped, followed }: Circumstances): Judged {
  const { decoded } = opened;
  const recorded = recordedOf(decoded);
  const verdict =
    followed !== undefined
      ? compareReplay({ ...recorded, events: outcome.events }, outcome)
      : stopped
        ? prefixVerdict(recorded, outcome)
        : compareReplay(recorded, outcome);
  const drift = divergenceFinding(verdict, decoded.document.scenarioPath ?? opened.path);
  const findings = [...outcome.findings, ...warnings, ...staleFindings(decoded, opened.path)];
  const reproduced = drift === undefined;
  return {
    status: reproduced ? outcome.status : 'fail',
    findings: reproduced ? findings : [...findings, drift],
    section: {
      reproduced,
      recordedStatus: recorded.status,
      status: outcome.status,
      recordedFingerprints: fingerprintsOf(recorded.findings),
      fingerprints: fingerprintsOf(outcome.findings),
      checksum: decoded.checksum,
      ...(followed === undefined ? {} : { foundBy: followed }),
      ...(verdict.divergence === undefined ? {} : { firstDivergence: verdict.divergence }),
    },
  };
}

/** A replay that was stopped on the way can only be compared up to there. */
function prefixVerdict(recorded: Parameters<typeof compareReplay>[0], outcome: Outcome): ReplayVerdict {
  if (outcome.findings.every((finding) => finding.title !== 'until')) return compareReplay(recorded, outcome);
  if (outcome.mismatch === undefined) return { divergence: undefined, title: undefined };
  return compareReplay(recorded, { ...outcome, unusedDecisions: 0 });
}

function summaryOf(
  opened: OpenedTrace,
  outcome: Outcome,
  judged: Judged,
  runId: string,
  paths: RunPaths,
  context: Context,
): Omit<RunSummary, 'startedAt' | 'finishedAt' | 'durationMs' | 'durationNs'> {
  const { document } = opened.decoded;
  const policyError = policyErrorOf(judged.status, judged.findings, context.strict);
  return {
    status: judged.status,
    mode: 'replay',
    identity: {
      runId,
      seed: document.summary.identity.seed,
      tracePath: opened.path,
      reportPath: paths.reportPath,
      artifactsDir: paths.artifactsDir,
    },
    virtualTimeMs: outcome.virtualTimeMs,
    params: { ...document.params, commandLine: context.commandLine },
    ...(outcome.interrupted ? { interrupted: true as const } : {}),
    ...(outcome.memory === undefined ? {} : { memory: outcome.memory.summary }),
    findings: judged.findings,
    faults: outcome.faults,
    replay: judged.section,
    ...(policyError === undefined ? {} : { policyError }),
  };
}
