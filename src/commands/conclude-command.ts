/** From a finished summary to a command's result: what is told, strict policy, exit code, interruption. */
import { FozzyError } from '../base/problem.ts';
import { isWarning } from '../trace/finding-codes.ts';
import { exitCodeOf } from '../trace/status.ts';
import type { PolicyError, RunSummary, Status } from '../trace/summary.ts';
import type { CommandResult } from './command.ts';
import type { Context } from './context.ts';
import { type Reporting, tell, type Told } from './reporting.ts';

/** Strict mode does not let a run pass that has something to warn about. */
export function policyErrorOf(status: Status, findings: readonly { readonly title: string }[], strict: boolean): PolicyError | undefined {
  const warnings = findings.filter((finding) => isWarning(finding.title)).map((finding) => finding.title);
  if (!strict || status !== 'pass' || warnings.length === 0) return undefined;
  const message = `strict mode rejects warning findings: ${[...new Set(warnings)].join(', ')}`;
  return { code: 'strict_warnings', message, status, hint: 'fix the cause or pass --unsafe' };
}

const REFUSED_EXIT = 2;

export function resultOf(summary: RunSummary, reporting: Reporting, context: Context, told: Told = {}): CommandResult {
  const text = tell(summary, reporting, context, told);
  if (summary.interrupted === true) throw interrupted(summary);
  const exitCode = summary.policyError === undefined ? exitCodeOf(summary.status) : REFUSED_EXIT;
  return { document: summary, exitCode, text };
}

function interrupted(summary: RunSummary): FozzyError {
  const { reportPath, runId } = summary.identity;
  return new FozzyError('interrupted', `${summary.mode} was interrupted; what was done so far is in ${reportPath}`, {
    hint: `look at it with \`fozzy report show ${runId}\``,
    details: { runId, reportPath },
  });
}
