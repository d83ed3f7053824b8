/**
 * Whether a replay was faithful: decisions, events, findings, memory and status compared in that
 * order, the first difference named. Wording and backend of a call may differ, nothing else.
 */
import { asJson } from '../base/as-json.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Json } from '../base/json.ts';
import type { Outcome } from '../engine/outcome.ts';
import { failed } from '../engine/failure.ts';
import { findingForRun } from '../engine/finding-for.ts';
import { firstEventDifference } from '../trace/diff.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { Finding } from '../trace/finding.ts';
import { isWarning } from '../trace/finding-codes.ts';
import type { Divergence, MemorySummary, Status } from '../trace/summary.ts';

export interface Recorded {
  readonly status: Status;
  readonly findings: readonly Finding[];
  readonly events: readonly TraceEvent[];
  readonly memory: MemorySummary | undefined;
  readonly decisionCount: number;
  readonly virtualTimeMs: number;
}

export interface ReplayVerdict {
  readonly divergence: Divergence | undefined;
  /** The replay_* title of the divergence. */
  readonly title: string | undefined;
}

/** Each part judged on its own; undefined where recording and replay agree. */
export interface ReplayComparison {
  readonly decisions: ReplayVerdict | undefined;
  readonly events: ReplayVerdict | undefined;
  readonly failures: ReplayVerdict | undefined;
  readonly warnings: ReplayVerdict | undefined;
  readonly memory: ReplayVerdict | undefined;
  readonly status: ReplayVerdict | undefined;
}

export function compareReplay(recorded: Recorded, outcome: Outcome): ReplayVerdict {
  const { decisions, events, failures, warnings, memory, status } = compareParts(recorded, outcome);
  return decisions ?? events ?? failures ?? warnings ?? memory ?? status ?? { divergence: undefined, title: undefined };
}

export function compareParts(recorded: Recorded, outcome: Outcome): ReplayComparison {
  const [failuresThen, failuresNow] = [recorded.findings.filter(isFailure), outcome.findings.filter(isFailure)];
  const [warningsThen, warningsNow] = [recorded.findings.filter(warns), outcome.findings.filter(warns)];
  return {
    decisions: decisionVerdict(recorded, outcome),
    events: eventVerdict(recorded, outcome),
    failures: compareFindings(failuresThen, failuresNow, outcome, 'replay_outcome_drift'),
    warnings: compareFindings(warningsThen, warningsNow, outcome, 'replay_warning_drift'),
    memory: memoryVerdict(recorded, outcome),
    status: statusVerdict(recorded, outcome),
  };
}

export function fingerprintsOf(findings: readonly Finding[]): readonly string[] {
  return findings.map((finding) => finding.fingerprint);
}

/** The finding a diverged replay carries. */
export function divergenceFinding(verdict: ReplayVerdict, file: string): Finding | undefined {
  const { divergence, title } = verdict;
  if (divergence === undefined || title === undefined) return undefined;
  return findingForRun(failed('checker', title, divergenceText(divergence)), { file, projectFile: file });
}

export function divergenceText({ in: part, index, stepPath, expected, actual }: Divergence): string {
  const at = stepPath === '' ? `${part} ${index}` : `${part} ${index} at ${stepPath}`;
  return `${at}: expected ${tell(expected)}, got ${tell(actual)}`;
}

const TOLD_MAX = 200;

function tell(value: Json): string {
  const text = value === null ? 'nothing' : canonicalJson(value);
  return text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX)}…` : text;
}

function decisionVerdict(recorded: Recorded, outcome: Outcome): ReplayVerdict | undefined {
  const { mismatch, unusedDecisions } = outcome;
  if (mismatch !== undefined) {
    const { index, stepPath, timeMs, expected, actual } = mismatch;
    return { title: 'replay_drift', divergence: { in: 'decision', index, stepPath, timeMs, expected, actual } };
  }
  if (unusedDecisions === 0) return undefined;
  const expected = `${unusedDecisions} more decision(s)`;
  const index = recorded.decisionCount - unusedDecisions;
  return {
    title: 'replay_unused_decisions',
    divergence: { in: 'decision', index, stepPath: '', timeMs: outcome.virtualTimeMs, expected, actual: null },
  };
}

function eventVerdict(recorded: Recorded, outcome: Outcome): ReplayVerdict | undefined {
  const index = firstEventDifference(recorded.events, outcome.events);
  if (index === undefined) return undefined;
  const expected = recorded.events[index];
  const actual = outcome.events[index];
  const at = actual ?? expected;
  return {
    title: 'replay_event_drift',
    divergence: {
      in: 'event',
      index,
      stepPath: stepPathOf(at),
      timeMs: at?.time_ms ?? 0,
      expected: expected === undefined ? null : asJson(expected),
      actual: actual === undefined ? null : asJson(actual),
    },
  };
}

function stepPathOf(event: TraceEvent | undefined): string {
  const path = event?.fields['step_path'];
  return typeof path === 'string' ? path : '';
}

function isFailure(finding: Finding): boolean {
  return !isWarning(finding.title);
}

function warns(finding: Finding): boolean {
  return isWarning(finding.title);
}

function compareFindings(
  recorded: readonly Finding[],
  actual: readonly Finding[],
  outcome: Outcome,
  title: string,
): ReplayVerdict | undefined {
  const length = Math.max(recorded.length, actual.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [recorded[index], actual[index]];
    if (left?.fingerprint === right?.fingerprint) continue;
    const stepPath = (right ?? left)?.location?.stepPath ?? '';
    const expected = left === undefined ? null : { title: left.title, fingerprint: left.fingerprint };
    const found = right === undefined ? null : { title: right.title, fingerprint: right.fingerprint };
    return { title, divergence: { in: 'finding', index, stepPath, timeMs: outcome.virtualTimeMs, expected, actual: found } };
  }
  return undefined;
}

function memoryVerdict(recorded: Recorded, outcome: Outcome): ReplayVerdict | undefined {
  const expected = recorded.memory === undefined ? null : asJson(recorded.memory);
  const actual = outcome.memory === undefined ? null : asJson(outcome.memory.summary);
  if (canonicalJson(expected) === canonicalJson(actual)) return undefined;
  return {
    title: 'replay_memory_drift',
    divergence: { in: 'memory', index: 0, stepPath: '', timeMs: outcome.virtualTimeMs, expected, actual },
  };
}

function statusVerdict(recorded: Recorded, outcome: Outcome): ReplayVerdict | undefined {
  if (recorded.status === outcome.status) return undefined;
  return {
    title: 'replay_outcome_drift',
    divergence: { in: 'status', index: 0, stepPath: '', timeMs: outcome.virtualTimeMs, expected: recorded.status, actual: outcome.status },
  };
}
