/**
 * Where two recorded runs part: the first decision, the first event, and the findings only one of
 * them has. Replay is judged by the same comparison of events.
 */
import { canonicalJson, isArray } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { LogCursor } from '../decide/cursor.ts';
import type { DecisionLog } from '../decide/log.ts';
import type { TraceDocument } from './document.ts';
import type { TraceEvent } from './event.ts';
import type { Finding } from './finding.ts';

export interface TraceDiff {
  readonly same: boolean;
  readonly decision?: { readonly index: number; readonly left: JsonObject | null; readonly right: JsonObject | null };
  readonly event?: { readonly index: number; readonly left: TraceEvent | null; readonly right: TraceEvent | null };
  readonly onlyLeft: readonly Finding[];
  readonly onlyRight: readonly Finding[];
}

type Comparable = Pick<TraceDocument, 'decisions' | 'events' | 'summary'>;

export function diffTraces(left: Comparable, right: Comparable): TraceDiff {
  const decision = firstDecisionDifference(left.decisions, right.decisions);
  const index = firstEventDifference(left.events, right.events);
  const event = index === undefined ? undefined : { index, left: left.events[index] ?? null, right: right.events[index] ?? null };
  const onlyLeft = missingFrom(right.summary.findings, left.summary.findings);
  const onlyRight = missingFrom(left.summary.findings, right.summary.findings);
  const same =
    decision === undefined &&
    event === undefined &&
    onlyLeft.length + onlyRight.length === 0 &&
    left.summary.status === right.summary.status;
  return { same, ...(decision && { decision }), ...(event && { event }), onlyLeft, onlyRight };
}

function firstDecisionDifference(left: DecisionLog, right: DecisionLog): TraceDiff['decision'] {
  const ours = new LogCursor(left);
  const theirs = new LogCursor(right);
  while (ours.kind >= 0 && ours.agreesWith(theirs)) {
    ours.advance();
    theirs.advance();
  }
  if (ours.kind < 0 && theirs.kind < 0) return undefined;
  return { index: ours.index, left: ours.record(), right: theirs.record() };
}

/** Index of the first event that differs; the end of the shorter list counts. */
export function firstEventDifference(left: readonly TraceEvent[], right: readonly TraceEvent[]): number | undefined {
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [left[index], right[index]];
    if (one === undefined || other === undefined || comparable(one) !== comparable(other)) return index;
  }
  return undefined;
}

/** These two say how an answer was obtained, and a replay obtains it from the recording. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set(['backend', 'completion_boundary']);

function comparable(event: TraceEvent): string {
  const fields = Object.entries(event.fields).filter(([key]) => !IGNORED_FIELDS.has(key));
  const told = fields.map(([key, value]) => (key === 'details' ? [key, comparableDetails(value)] : [key, value]));
  return canonicalJson([event.time_ms, event.name, event.source, Object.fromEntries(told)]);
}

/** Findings are compared by fingerprint, expected ones too: lines and paths belong to the file the scenario was read from. */
function comparableDetails(details: Json): Json {
  if (typeof details !== 'object' || details === null || isArray(details)) return details;
  const { expected } = details;
  if (expected === undefined || expected === null || typeof expected !== 'object' || !isArray(expected)) return details;
  return { ...details, expected: expected.map((finding) => (isFindingData(finding) ? finding.fingerprint : finding)) };
}

function isFindingData(value: Json): value is { readonly fingerprint: string } {
  return typeof value === 'object' && value !== null && !isArray(value) && typeof value['fingerprint'] === 'string';
}

function missingFrom(known: readonly Finding[], findings: readonly Finding[]): readonly Finding[] {
  const fingerprints = new Set(known.map((finding) => finding.fingerprint));
  return findings.filter((finding) => !fingerprints.has(finding.fingerprint));
}
