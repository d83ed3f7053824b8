/** Two traces side by side, up to where they part. */
import { asJson } from '../../base/as-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Json } from '../../base/json.ts';
import { visibleLine } from '../../report/visible.ts';
import { diffTraces, type TraceDiff } from '../../trace/diff.ts';
import type { Status } from '../../trace/summary.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { type OpenedTrace, openTrace } from '../open-trace.ts';
import { textOption } from '../option-values.ts';

interface Side {
  /** Absolute. */
  readonly path: string;
  readonly runId: string;
  readonly seed: string;
  readonly status: Status;
  readonly virtualTimeMs: number;
  readonly decisions: number;
  readonly events: number;
}

export interface DiffDocument extends TraceDiff {
  readonly schemaVersion: 'fozzy.trace_diff.v1';
  readonly left: Side;
  readonly right: Side;
}

export function performTraceDiff(options: Options, context: Context): CommandResult {
  const left = openTrace(textOption(options, 'left') ?? '', context);
  const right = openTrace(textOption(options, 'right') ?? '', context);
  const diff = diffTraces(left.decoded.document, right.decoded.document);
  const document: DiffDocument = { schemaVersion: 'fozzy.trace_diff.v1', left: sideOf(left), right: sideOf(right), ...diff };
  return { document, exitCode: 0, text: diffText(document, context) };
}

function sideOf({ path, decoded }: OpenedTrace): Side {
  const { summary, decisions, events } = decoded.document;
  const { runId, seed } = summary.identity;
  const { status, virtualTimeMs } = summary;
  return { path, runId, seed, status, virtualTimeMs, decisions: decisions.length, events: events.length };
}

function diffText(document: DiffDocument, { paint }: Context): string {
  const { left, right, decision, event } = document;
  const sides = [`left   ${sideText(left)}`, `right  ${sideText(right)}`];
  if (document.same) return [...sides, paint.green('same decisions, events, findings and status')].join('\n');
  const parts = [
    ...(decision === undefined ? ['decisions are the same'] : pair(`decision ${decision.index}`, decision.left, decision.right)),
    ...(event === undefined
      ? ['events are the same']
      : pair(`event ${event.index}`, event.left && asJson(event.left), event.right && asJson(event.right))),
    ...document.onlyLeft.map((finding) => `only left   [${finding.kind}] ${finding.title}: ${finding.message}`),
    ...document.onlyRight.map((finding) => `only right  [${finding.kind}] ${finding.title}: ${finding.message}`),
  ];
  return [...sides, '', ...parts.map(visibleLine)].join('\n');
}

function sideText(side: Side): string {
  return `${side.status.toUpperCase()} seed ${side.seed}, ${side.decisions} decisions, ${side.events} events, ${side.virtualTimeMs} ms  ${side.path}`;
}

function pair(what: string, left: Json, right: Json): readonly string[] {
  return [`first difference: ${what}`, `  left   ${tell(left)}`, `  right  ${tell(right)}`];
}

function tell(value: Json): string {
  return value === null ? 'nothing, it ended before' : canonicalJson(value);
}
