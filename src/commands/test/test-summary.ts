/** Results and aggregate of a `test` command: counts, merged findings, summed memory, one status. */
import { largest } from '../../base/largest.ts';
import { asJson } from '../../base/as-json.ts';
import type { FozzyError } from '../../base/problem.ts';
import { renderU64 } from '../../base/u64.ts';
import type { Finding } from '../../trace/finding.ts';
import { isWarning } from '../../trace/finding-codes.ts';
import { fingerprintOf } from '../../trace/fingerprint.ts';
import { worstStatus } from '../../trace/status.ts';
import type { FaultReport, MemorySummary, Status, TestCounts, TestResult } from '../../trace/summary.ts';
import { problemData } from '../load-scenario.ts';
import type { PlannedTest } from './planned-test.ts';
import { statusOfEnd, type TestEnd } from './run-all.ts';

export function testResult(planned: PlannedTest, end: TestEnd, ordinal: number, tracePath: string | undefined): TestResult {
  const status = statusOfEnd(end);
  const executed = end.kind === 'executed' ? end.test : undefined;
  const reason = end.kind === 'executed' || end.kind === 'invalid' ? undefined : end.reason;
  return {
    ordinal,
    path: planned.path,
    name: planned.name,
    ...(planned.group === undefined ? {} : { group: planned.group }),
    tags: planned.tags,
    status,
    expected: planned.expected,
    ok: status === planned.expected,
    seed: renderU64(planned.seed.hi, planned.seed.lo),
    durationMs: executed?.times.durationMs ?? 0,
    virtualTimeMs: executed?.outcome.virtualTimeMs ?? 0,
    ...(tracePath === undefined ? {} : { tracePath }),
    ...(reason === undefined ? {} : { reason }),
    findings: executed?.outcome.findings ?? (end.kind === 'invalid' ? [invalidFinding(planned, end.failure)] : []),
  };
}

/** An invalid file is told like any other result, with all its problems. */
function invalidFinding(planned: PlannedTest, failure: FozzyError | undefined): Finding {
  if (failure !== undefined) return failureFinding(planned, failure);
  const errors = planned.problems.filter((problem) => problem.severity === 'error');
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return {
    kind: 'checker',
    title: 'scenario_invalid',
    message: `${first?.message ?? 'the scenario is invalid'}${more}`,
    fingerprint: fingerprintOf('checker', 'scenario_invalid', { file: planned.path, place: '' }),
    location: {
      file: planned.path,
      ...(first === undefined ? {} : { line: first.line, col: first.column, stepPath: first.pointer }),
      details: { problems: planned.problems.map((problem) => asJson(problemData(problem, planned.path))) },
    },
  };
}

/** A file of code that could not be loaded, or that exports no simulation. */
function failureFinding({ path }: PlannedTest, { message, hint }: FozzyError): Finding {
  return {
    kind: 'checker',
    title: 'scenario_invalid',
    message: hint === null ? message : `${message} (${hint})`,
    fingerprint: fingerprintOf('checker', 'scenario_invalid', { file: path, place: '' }),
    location: { file: path },
  };
}

export function countTests(results: readonly TestResult[]): TestCounts {
  const count = (holds: (result: TestResult) => boolean): number => results.filter(holds).length;
  const ran = (result: TestResult): boolean => result.status !== 'skipped' && result.status !== 'not_run';
  return {
    passed: count((result) => ran(result) && result.ok),
    failed: count((result) => ran(result) && !result.ok),
    skipped: count((result) => result.status === 'skipped'),
    notRun: count((result) => result.status === 'not_run'),
  };
}

/** A member that met its expectation counts as passed; one that passed against it has failed. */
export function aggregateStatus(results: readonly TestResult[]): Status {
  return worstStatus(
    results.map((result) => {
      if (result.ok || result.status === 'skipped' || result.status === 'not_run') return 'pass';
      return result.status === 'pass' ? 'fail' : result.status;
    }),
  );
}

/** Identical findings become one with a count; an expected failure is not listed, a warning always is. */
export function mergeFindings(results: readonly TestResult[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const result of results) {
    for (const finding of result.findings) {
      if (result.ok && !isWarning(finding.title)) continue;
      const known = merged.get(finding.fingerprint);
      merged.set(finding.fingerprint, { ...(known ?? finding), occurrences: (known?.occurrences ?? 0) + 1 });
    }
  }
  return [...merged.values()];
}

/** Those of one scenario, which is named because the same fault may stand in several. */
export function faultsOf(end: TestEnd | undefined, ordinal: number): readonly FaultReport[] {
  return end?.kind === 'executed' ? end.test.outcome.faults.map((fault) => ({ ...fault, ordinal })) : [];
}

export function memoryOf(end: TestEnd): readonly MemorySummary[] {
  return end.kind === 'executed' && end.test.outcome.memory !== undefined ? [end.test.outcome.memory.summary] : [];
}

export function mergeFaults(all: readonly FaultReport[]): readonly FaultReport[] {
  return all.map((fault, index) => ({ ...fault, id: `f${index}` }));
}

/** Counts are summed; the peak is the highest one. */
export function mergeMemory(all: readonly MemorySummary[]): MemorySummary | undefined {
  if (all.length === 0) return undefined;
  const sum = (pick: (memory: MemorySummary) => number): number => all.reduce((total, memory) => total + pick(memory), 0);
  const rss = largest(all.map((memory) => memory.hostPeakRssBytes ?? 0));
  return {
    allocCount: sum((memory) => memory.allocCount),
    freeCount: sum((memory) => memory.freeCount),
    failedAllocCount: sum((memory) => memory.failedAllocCount),
    inUseBytes: sum((memory) => memory.inUseBytes),
    peakBytes: largest(all.map((memory) => memory.peakBytes)),
    leakedBytes: sum((memory) => memory.leakedBytes),
    leakedAllocs: sum((memory) => memory.leakedAllocs),
    ...(rss > 0 ? { hostPeakRssBytes: rss } : {}),
  };
}
