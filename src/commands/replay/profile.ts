/** What a replay does about profiles: measure the run it makes, keep it, export it. */
import { FozzyError } from '../../base/problem.ts';
import type { DecisionLog } from '../../decide/log.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Profile } from '../../trace/profile/profile.ts';
import type { RunSummary, Status } from '../../trace/summary.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import type { OpenedTrace } from '../open-trace.ts';
import { switchOption, textOption } from '../option-values.ts';
import { captureProfile, type RunningCode } from '../profile/capture.ts';
import { type ExportFormat, exportFormatOf } from '../profile/export-formats.ts';
import { codeOf, subjectKind } from '../profile/load-profile.ts';
import { writeProfile } from '../profile/perform-export.ts';
import type { RecordedSubject } from '../recorded-subject.ts';
import type { RecordedSearch } from '../simulation/recorded.ts';

export interface ExportWanted {
  readonly format: ExportFormat;
  readonly out: string;
}

/** Each flag of the pair needs the other; known before anything is executed. */
export function exportWanted(options: Options): ExportWanted | undefined {
  const format = exportFormatOf(textOption(options, 'profileExportFormat'));
  const out = textOption(options, 'profileExportOut');
  if (format !== undefined && out !== undefined) return { format, out };
  if (format === undefined && out === undefined) return undefined;
  const [given, needed] =
    format === undefined ? ['--profile-export-out', '--profile-export-format'] : ['--profile-export-format', '--profile-export-out'];
  throw new FozzyError('usage', `${given} needs ${needed}`, {
    hint: 'for example --profile-export-format speedscope --profile-export-out profile.json',
  });
}

export interface ReplayedRun {
  readonly opened: OpenedTrace;
  readonly recorded: RecordedSubject;
  readonly outcome: Outcome;
  readonly status: Status;
  readonly hostTimeMs: number;
}

export function captureReplay(options: Options, run: ReplayedRun, context: Context): Promise<Profile | undefined> {
  const { recorded, outcome, status, hostTimeMs } = run;
  const { decisions } = run.opened.decoded.document;
  const isKept = switchOption(options, 'profileRegen') === true || textOption(options, 'profileExportFormat') !== undefined;
  const code = recorded.kind === 'steps' ? undefined : codeToMeasure(recorded, decisions);
  const subject = subjectKind(run.opened.decoded, outcome.events);
  return captureProfile({ subject, outcome, status, hostTimeMs, isKept, code }, options, context);
}

function codeToMeasure({ subject, edits, mapStack, measure }: RecordedSearch, decisions: DecisionLog): RunningCode {
  return measure === undefined ? { subject, decisions, edits, mapStack } : { measure };
}

export function withExport(
  result: CommandResult,
  {
    profile,
    summary,
    format,
    out,
    opened,
  }: ExportWanted & { readonly profile: Profile; readonly summary: RunSummary; readonly opened: OpenedTrace },
  context: Context,
): CommandResult {
  const { runId } = summary.identity;
  const loaded = {
    selector: runId,
    profile,
    code: codeOf(opened.decoded, profile.subject),
    runId,
    status: summary.status,
    tracePath: summary.identity.tracePath,
    warnings: [],
    pointerTo: () => undefined,
  };
  const profileExport = writeProfile(loaded, format, out, context);
  const text = `${result.text}\n${context.paint.dim('profile')}  ${profileExport.out}`;
  return { ...result, document: { run: result.document, profileExport }, text };
}
