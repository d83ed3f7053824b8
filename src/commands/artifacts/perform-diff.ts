/** Two runs side by side: their files by digest, their reports by outcome, their traces up to where they part. */
import { bytesText } from '../../report/quantity.ts';
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import { decodeTrace } from '../../trace/decode.ts';
import { diffTraces } from '../../trace/diff.ts';
import type { Finding } from '../../trace/finding.ts';
import type { RunSummary } from '../../trace/summary.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { readTrace, resolveRun } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { type Artifact, artifactsOf, type ArtifactSet } from './artifact-set.ts';

interface FileDiff {
  /** The name both sides share; the trace that is meant is `trace`, whatever it is called. */
  readonly key: string;
  readonly leftPath?: string;
  readonly rightPath?: string;
  readonly leftSizeBytes?: number;
  readonly rightSizeBytes?: number;
  readonly changed: boolean;
}

export function performArtifactsDiff(options: Options, context: Context): CommandResult {
  const [left, right] = [sideOf(options, 'left', context), sideOf(options, 'right', context)];
  const files = diffFiles(left, right);
  const trace = diffMeant(left, right);
  const diff = {
    left: left.runId ?? left.tracePaths[0] ?? '',
    right: right.runId ?? right.tracePaths[0] ?? '',
    files,
    report: diffReports(left.summary, right.summary),
    ...(trace === undefined ? {} : { trace }),
  };
  return { document: { schemaVersion: 'fozzy.artifacts_diff.v1', type: 'diff', diff }, exitCode: 0, text: diffText(diff, context) };
}

function sideOf(options: Options, name: 'left' | 'right', context: Context): ArtifactSet {
  return artifactsOf(resolveRun(textOption(options, name) ?? '', context), context);
}

function diffFiles(left: ArtifactSet, right: ArtifactSet): readonly FileDiff[] {
  const [ours, theirs] = [keyed(left), keyed(right)];
  return [...new Set([...ours.keys(), ...theirs.keys()])].map((key) => {
    const [one, other] = [ours.get(key), theirs.get(key)];
    return {
      key,
      ...(one === undefined ? {} : { leftPath: one.path, leftSizeBytes: one.sizeBytes }),
      ...(other === undefined ? {} : { rightPath: other.path, rightSizeBytes: other.sizeBytes }),
      changed: one?.blake3 !== other?.blake3,
    };
  });
}

function keyed({ artifacts, tracePaths }: ArtifactSet): ReadonlyMap<string, Artifact> {
  const only = tracePaths.length === 1 ? tracePaths[0] : undefined;
  return new Map(artifacts.map((artifact) => [artifact.path === only ? 'trace' : artifact.name, artifact]));
}

function diffReports(left: RunSummary, right: RunSummary) {
  const side = ({ status, mode, virtualTimeMs, findings }: RunSummary) => ({ status, mode, virtualTimeMs, findings: titles(findings) });
  const [ours, theirs] = [side(left), side(right)];
  const prints = ({ findings }: RunSummary): string => [...new Set(findings.map(({ fingerprint }) => fingerprint))].toSorted().join(' ');
  return { left: ours, right: theirs, changed: left.status !== right.status || prints(left) !== prints(right) };
}

function titles(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ title }) => title))];
}

/** Only where each side means one trace. */
function diffMeant(left: ArtifactSet, right: ArtifactSet) {
  const [one, other] = [left.tracePaths, right.tracePaths].map((paths) => (paths.length === 1 ? paths[0] : undefined));
  if (one === undefined || other === undefined) return undefined;
  const [ours, theirs] = [one, other].map((path) => decodeTrace(readTrace(path), path).document);
  if (ours === undefined || theirs === undefined) return undefined;
  const { same, decision, event } = diffTraces(ours, theirs);
  return {
    leftDecisions: ours.decisions.length,
    rightDecisions: theirs.decisions.length,
    leftEvents: ours.events.length,
    rightEvents: theirs.events.length,
    same,
    ...(decision === undefined ? {} : { firstDecisionDiffIndex: decision.index }),
    ...(event === undefined ? {} : { firstEventDiffIndex: event.index }),
  };
}

interface Diffed {
  readonly files: readonly FileDiff[];
  readonly report: ReturnType<typeof diffReports>;
  readonly trace?: NonNullable<ReturnType<typeof diffMeant>>;
}

function diffText({ files, report, trace }: Diffed, { paint }: Context): string {
  const size = (bytes: number | undefined): string => (bytes === undefined ? '-' : bytesText(bytes));
  const table = renderTable(files, {
    columns: [
      {
        title: '',
        text: (file) => (file.changed ? '≠' : '='),
        tint: (cell, file) => (file.changed ? paint.yellow(cell) : paint.dim(cell)),
      },
      { title: 'left', text: (file) => size(file.leftSizeBytes), align: 'right' },
      { title: 'right', text: (file) => size(file.rightSizeBytes), align: 'right' },
      // At the end, because names of inputs are long.
      { title: 'file', text: (file) => file.key },
    ],
    paint,
  });
  const told = ({ status, findings }: Diffed['report']['left']): string => [status, ...findings].join(' ');
  return joinLines([
    table,
    '',
    `left   ${told(report.left)}`,
    `right  ${told(report.right)}`,
    ...(trace === undefined ? [] : [traceText(trace)]),
  ]);
}

function traceText({ same, firstDecisionDiffIndex, firstEventDiffIndex }: NonNullable<Diffed['trace']>): string {
  if (same) return 'the traces tell the same';
  const parts = [
    ...(firstDecisionDiffIndex === undefined ? [] : [`decision ${firstDecisionDiffIndex}`]),
    ...(firstEventDiffIndex === undefined ? [] : [`event ${firstEventDiffIndex}`]),
  ];
  const where = parts.length === 0 ? 'how they ended' : parts.join(' and ');
  return `the traces part at ${where}; \`fozzy trace diff\` shows it`;
}
