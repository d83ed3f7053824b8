/**
 * What can be said about a trace without executing it: whether it is what was written, and whether
 * its parts agree with each other. Nothing here throws; every flaw is a problem with its own code.
 */
import { FozzyError } from '../base/problem.ts';
import { type DecodedTrace, openDocument, type ParsedTrace } from './decode.ts';
import type { TraceDocument } from './document.ts';
import { isWarning } from './finding-codes.ts';
import { staleSchema } from './stale-schema.ts';
import type { TraceProblem } from './trace-problem.ts';
import { verifyDecisions } from './verify-decisions.ts';
import { verifyHostCalls } from './verify-host-calls.ts';
import { verifySummary } from './verify-summary.ts';

export interface TraceVerdict {
  /** Absent when a part is missing or unreadable. */
  readonly opened: Pick<DecodedTrace, 'document' | 'hash'> | undefined;
  readonly warnings: readonly TraceProblem[];
  readonly problems: readonly TraceProblem[];
}

export function verifyTrace(parsed: ParsedTrace, name: string): TraceVerdict {
  const early = [...checksumProblems(parsed, name)];
  const form = formWarnings(parsed);
  const opened = open(parsed, name, early);
  if (opened === undefined) return { opened, warnings: form, problems: early };
  const { document, hash } = opened;
  const problems = [early, verifyEvents(document), verifyDecisions(document, hash), verifyHostCalls(document), verifySummary(document)];
  const told = document.summary.findings.filter((finding) => isWarning(finding.title));
  const warnings = told.map(({ title, message }) => ({ code: title, message: `the recorded run warns: ${message}` }));
  return { opened, warnings: [...form, ...warnings], problems: problems.flat() };
}

function checksumProblems({ checksum }: ParsedTrace, name: string): readonly TraceProblem[] {
  return checksum.kind === 'wrong' ? [{ code: 'trace_checksum', message: `checksum mismatch in ${name}: ${checksum.reason}` }] : [];
}

function formWarnings({ checksum, version }: ParsedTrace): readonly TraceProblem[] {
  const stale = staleSchema(version);
  return [
    ...(stale === undefined ? [] : [stale]),
    ...(checksum.kind === 'missing'
      ? [{ code: 'checksum_missing', message: 'the trace has no checksum: changes to it cannot be noticed' }]
      : []),
  ];
}

function open(parsed: ParsedTrace, name: string, problems: TraceProblem[]): TraceVerdict['opened'] {
  try {
    return openDocument(parsed, name);
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    problems.push({ code: error.code, message: error.message });
    return undefined;
  }
}

const SOURCES: ReadonlySet<string> = new Set(['engine', 'user']);

/** The clock of a run never goes back, and events are written as they happen. */
function verifyEvents({ events }: TraceDocument): readonly TraceProblem[] {
  let before = 0;
  for (const [index, event] of events.entries()) {
    if (!SOURCES.has(event.source))
      return [{ code: 'event_source', message: `event ${index} (${event.name}) has the source "${event.source}"` }];
    if (!(event.time_ms >= before)) {
      return [
        { code: 'events_unordered', message: `event ${index} (${event.name}) happened at ${event.time_ms} ms, after one at ${before} ms` },
      ];
    }
    before = event.time_ms;
  }
  return [];
}
