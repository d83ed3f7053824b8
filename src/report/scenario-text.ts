/** The scenarios of a `test` run that need a look, each with what was found and the commands that repeat it. */
import type { Finding } from '../trace/finding.ts';
import type { RunSummary, TestResult } from '../trace/summary.ts';
import { findingLines } from './finding-text.ts';
import { durationText } from './quantity.ts';
import { scenarioCommands } from './reproduce.ts';
import { expectationText, isExecuted, statusLabel, statusPaint } from './status.ts';
import type { Field, TextStyle } from './text-block.ts';
import { fieldLines } from './text-block.ts';
import { padEnd } from './text-width.ts';
import { visibleLine } from './visible.ts';

export function scenarioLines(summary: RunSummary, style: TextStyle): string[] {
  return (summary.results ?? [])
    .filter(needsLook)
    .flatMap((result, index) => [
      ...(index === 0 ? [] : ['']),
      headLine(result, style),
      ...result.findings.flatMap((finding) => findingLines(finding, style, '    ')),
      ...commandLines(result, summary, style),
    ]);
}

/** Findings that no listed scenario shows; those of scenarios that were expected to fail are no news. */
export function looseFindings(summary: RunSummary): readonly Finding[] {
  const results = summary.results ?? [];
  const told = new Set(
    results.filter((result) => needsLook(result) || result.expected !== 'pass').flatMap((result) => result.findings.map(fingerprintOf)),
  );
  return summary.findings.filter((finding) => !told.has(fingerprintOf(finding)));
}

/** A filter may leave out hundreds of scenarios: the first few are named, the report holds all. */
export function unexecutedLines(summary: RunSummary, { paint }: TextStyle): string[] {
  const idle = (summary.results ?? []).filter((result) => !isExecuted(result));
  const lines = idle.slice(0, unexecutedShownMax).map((result) => {
    const reason = result.reason === undefined ? '' : `: ${visibleLine(result.reason)}`;
    return `  - ${visibleLine(result.path)} ${paint.dim(`${statusLabel(result.status).toLowerCase()}${reason}`)}`;
  });
  const hidden = idle.length - lines.length;
  return hidden > 0 ? [...lines, `  ${paint.dim(`… and ${hidden} more, all listed in the report`)}`] : lines;
}

const unexecutedShownMax = 10;

function needsLook(result: TestResult): boolean {
  return isExecuted(result) && !result.ok;
}

function headLine(result: TestResult, { paint }: TextStyle): string {
  const notes = [
    result.name === '' ? '' : visibleLine(result.name),
    expectationText(result),
    visibleLine(result.reason ?? ''),
    durationText(result.durationMs),
  ];
  const status = statusPaint(
    result.status === 'pass' ? 'fail' : result.status,
    paint,
  )(padEnd(statusLabel(result.status), 'TIMEOUT'.length));
  return `  ${status}  ${paint.bold(visibleLine(result.path))}  ${paint.dim(notes.filter((note) => note !== '').join(', '))}`;
}

function commandLines(result: TestResult, summary: RunSummary, { paint }: TextStyle): string[] {
  const { replay, again } = scenarioCommands(result, summary);
  const commands: Field[] = [...(replay === undefined ? [] : [['replay', replay] as const]), ['again', again]];
  return fieldLines(
    commands.map(([label, command]) => [label, paint.cyan(visibleLine(command))] as const),
    paint,
    '    ',
  );
}

function fingerprintOf(finding: Finding): string {
  return finding.fingerprint;
}
