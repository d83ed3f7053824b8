/**
 * The summary as test cases in suites, the common ground of JUnit and HTML: one case per scenario of `test`,
 * grouped; one case for the run in every other mode.
 */
import { unreachable } from '../base/assert.ts';
import type { Finding } from '../trace/finding.ts';
import type { RunSummary, TestResult } from '../trace/summary.ts';
import type { ScenarioCommands } from './reproduce.ts';
import { replayCommand, scenarioCommands } from './reproduce.ts';
import type { AnyStatus } from './status.ts';
import { expectationText } from './status.ts';
import { subjectOf } from './subject.ts';

export type CaseVerdict = 'passed' | 'failure' | 'error' | 'skipped';

export interface ReportCase {
  readonly path: string;
  readonly name: string;
  readonly status: AnyStatus;
  readonly verdict: CaseVerdict;
  readonly durationMs: number;
  readonly virtualTimeMs: number;
  readonly seed: string;
  /** Why the verdict is what it is, where findings alone do not say it. */
  readonly reason: string;
  readonly findings: readonly Finding[];
  readonly commands: Partial<ScenarioCommands>;
}

export interface ReportSuite {
  readonly name: string;
  readonly cases: readonly ReportCase[];
}

export function reportSuites(summary: RunSummary): readonly ReportSuite[] {
  if (summary.mode !== 'test') return [{ name: defaultSuite, cases: [caseOfRun(summary)] }];
  const groups = new Map<string, ReportCase[]>();
  for (const result of summary.results ?? []) {
    const name = result.group ?? defaultSuite;
    const cases = groups.get(name) ?? [];
    groups.set(name, cases);
    cases.push(caseOfResult(result, summary));
  }
  return [...groups].map(([name, cases]) => ({ name, cases }));
}

export function countVerdict(cases: readonly ReportCase[], verdict: CaseVerdict): number {
  return cases.filter((item) => item.verdict === verdict).length;
}

const defaultSuite = 'fozzy';

function caseOfResult(result: TestResult, summary: RunSummary): ReportCase {
  const verdict = verdictOf(result.status, result.ok);
  const { path, name, status, durationMs, virtualTimeMs, seed, findings } = result;
  const reason = result.reason ?? (result.ok ? '' : expectationText(result));
  const commands = verdict === 'failure' || verdict === 'error' ? scenarioCommands(result, summary) : {};
  return { path, name, status, verdict, durationMs, virtualTimeMs, seed, reason, findings, commands };
}

/** A run that held but was refused by strict policy must not look green in a dashboard: its exit code is 2. */
function caseOfRun(summary: RunSummary): ReportCase {
  const replay = replayCommand(summary);
  const refused = summary.policyError !== undefined && summary.status === 'pass';
  return {
    path: subjectOf(summary) ?? defaultSuite,
    name: summary.mode,
    status: summary.status,
    verdict: refused ? 'error' : verdictOf(summary.status, summary.status === 'pass'),
    durationMs: summary.durationMs,
    virtualTimeMs: summary.virtualTimeMs,
    seed: summary.identity.seed,
    reason: summary.policyError?.message ?? (summary.interrupted ? 'interrupted' : ''),
    findings: summary.findings,
    commands: replay === undefined ? {} : { replay },
  };
}

/** A scenario that ended as expected passed, whatever its status; one that passed against expectation is a failure. */
function verdictOf(status: AnyStatus, ok: boolean): CaseVerdict {
  switch (status) {
    case 'skipped':
    case 'not_run':
      return 'skipped';
    case 'pass':
    case 'fail':
      return ok ? 'passed' : 'failure';
    case 'error':
    case 'crash':
    case 'timeout':
      return ok ? 'passed' : 'error';
    default:
      return unreachable(status);
  }
}
