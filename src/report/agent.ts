/**
 * A run in as few words as carry the meaning, for programs that read text and pay by its length: first what failed and where, then the
 * command that repeats it; nothing that can be asked for separately.
 */
import { cutUtf8 } from '../base/utf8.ts';
import type { RunSummary } from '../trace/summary.ts';
import { countVerdict, reportSuites } from './cases.ts';
import { type Remark, remarksOf } from './remarks.ts';
import { subjectOf } from './subject.ts';
import { statusLabel } from './status.ts';
import { visibleLine } from './visible.ts';

/** What is beyond it is in the report. */
const REMARKS_MAX = 20;
const MESSAGE_BYTES_MAX = 400;

export function renderAgent(summary: RunSummary): string {
  const remarks = remarksOf(summary);
  const left = remarks.length - REMARKS_MAX;
  const lines = [
    `${statusLabel(summary.status)} ${line([summary.mode, subjectOf(summary)].filter((part) => part !== undefined).join(' '))}${figures(summary)}`,
    ...remarks.slice(0, REMARKS_MAX).flatMap((remark) => remarkLines(remark, summary)),
    ...(left > 0 ? [`… ${left} more`] : []),
    ...(summary.policyError === undefined ? [] : [`${summary.policyError.code}: ${line(summary.policyError.message)}`]),
    ...(summary.status === 'pass' ? [] : [`report: ${line(summary.identity.reportPath)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function remarkLines({ level, rule, message, place, finding, item }: Remark, summary: RunSummary): readonly string[] {
  const { replay, again } = item.commands;
  const where =
    place === undefined ? '' : ` at ${line([place.file, place.line, place.col].filter((part) => part !== undefined).join(':'))}`;
  const step = finding?.location?.stepPath;
  const scenario = summary.mode === 'test' ? ` in ${line(item.path)} "${line(item.name)}"` : '';
  const repeat = replay ?? again;
  return [
    `${level === 'warning' ? 'warning ' : ''}${rule}${where}${step === undefined || step === '' ? '' : ` ${line(step)}`}${scenario}`,
    `  ${line(message)}`,
    ...(repeat === undefined ? [] : [`  ${visibleLine(repeat)}`]),
  ];
}

function figures(summary: RunSummary): string {
  if (summary.mode !== 'test') {
    const schedules = summary.search?.['schedules'];
    return ` seed ${summary.identity.seed}${typeof schedules === 'number' ? `, ${schedules} schedules` : ''}`;
  }
  const cases = reportSuites(summary).flatMap((suite) => suite.cases);
  const failed = countVerdict(cases, 'failure') + countVerdict(cases, 'error');
  return ` ${failed} of ${cases.length - countVerdict(cases, 'skipped')} failed, seed ${summary.identity.seed}`;
}

function line(text: string): string {
  return cutUtf8(visibleLine(text), MESSAGE_BYTES_MAX);
}
