/** From a finished summary to a command's result: reporter, strict policy, exit code, interruption. */
import { FozzyError } from '../base/problem.ts';
import { renderHtml } from '../report/html.ts';
import { renderJunit } from '../report/junit.ts';
import { renderSummary } from '../report/summary-text.ts';
import { isWarning } from '../trace/finding-codes.ts';
import { exitCodeOf } from '../trace/status.ts';
import type { PolicyError, RunSummary, Status } from '../trace/summary.ts';
import type { CommandResult } from './command.ts';
import type { Context } from './context.ts';

export type Reporter = 'pretty' | 'junit' | 'html';

export function reporterOf(given: string | undefined, { config }: Context): Reporter {
  const chosen = given ?? config.reporter;
  return chosen === 'junit' || chosen === 'html' ? chosen : 'pretty';
}

/** Report files of the run directory. */
export function reportFiles(reporter: Reporter): (summary: RunSummary) => readonly { readonly name: string; readonly text: string }[] {
  return (summary) => {
    if (reporter === 'junit') return [{ name: 'junit.xml', text: renderJunit(summary) }];
    if (reporter === 'html') return [{ name: 'report.html', text: renderHtml(summary) }];
    return [];
  };
}

/** Strict mode does not let a run pass that has something to warn about. */
export function policyErrorOf(status: Status, findings: readonly { readonly title: string }[], strict: boolean): PolicyError | undefined {
  const warnings = findings.filter((finding) => isWarning(finding.title)).map((finding) => finding.title);
  if (!strict || status !== 'pass' || warnings.length === 0) return undefined;
  const message = `strict mode rejects warning findings: ${[...new Set(warnings)].join(', ')}`;
  return { code: 'strict_warnings', message, status, hint: 'fix the cause or pass --unsafe' };
}

const REFUSED_EXIT = 2;

export function resultOf(summary: RunSummary, reporter: Reporter, context: Context): CommandResult {
  if (summary.interrupted === true) throw interrupted(summary);
  const exitCode = summary.policyError === undefined ? exitCodeOf(summary.status) : REFUSED_EXIT;
  return { document: summary, exitCode, text: renderReport(summary, reporter, context) };
}

/** A report in one of its forms; anything that is no format of a file is text for people. */
export function renderReport(summary: RunSummary, reporter: string, context: Context): string {
  if (reporter === 'junit') return renderJunit(summary);
  if (reporter === 'html') return renderHtml(summary);
  return renderSummary(summary, { paint: context.paint, widthMax: context.columns });
}

function interrupted(summary: RunSummary): FozzyError {
  const { reportPath, runId } = summary.identity;
  return new FozzyError('interrupted', `${summary.mode} was interrupted; what was done so far is in ${reportPath}`, {
    details: { runId, reportPath },
  });
}
