/** What deserves a mark in a list, an annotation or an editor: each failure of a run, one by one, with its place and the commands that repeat it. */
import type { Finding } from '../trace/finding.ts';
import { isWarning } from '../trace/finding-codes.ts';
import type { RunSummary } from '../trace/summary.ts';
import { type ReportCase, reportSuites } from './cases.ts';
import { sourcePlace } from './story.ts';

export interface Remark {
  readonly level: 'error' | 'warning';
  /** `kind/title` of the finding; `run/<status>` of a run that failed without one. */
  readonly rule: string;
  readonly message: string;
  readonly place: RemarkPlace | undefined;
  readonly finding: Finding | undefined;
  readonly item: ReportCase;
}

export interface RemarkPlace {
  readonly file: string;
  readonly line?: number;
  readonly col?: number;
}

/** Failures first. What was expected to fail is no news. */
export function remarksOf(summary: RunSummary): readonly Remark[] {
  const all = reportSuites(summary).flatMap(({ cases }) => cases.flatMap(remarksOfCase));
  return [...all.filter(({ level }) => level === 'error'), ...all.filter(({ level }) => level === 'warning')];
}

function remarksOfCase(item: ReportCase): readonly Remark[] {
  const isBad = item.verdict === 'failure' || item.verdict === 'error';
  const told = isBad ? item.findings : item.verdict === 'passed' ? item.findings.filter(({ title }) => isWarning(title)) : [];
  const remarks = told.map((finding) => remarkOf(finding, item));
  return isBad && !remarks.some(({ level }) => level === 'error') ? [withoutFinding(item), ...remarks] : remarks;
}

function remarkOf(finding: Finding, item: ReportCase): Remark {
  const level = isWarning(finding.title) ? 'warning' : 'error';
  return { level, rule: `${finding.kind}/${finding.title}`, message: finding.message, place: placeOf(finding), finding, item };
}

function withoutFinding(item: ReportCase): Remark {
  const message = item.reason === '' ? `ended with ${item.status}` : item.reason;
  return { level: 'error', rule: `run/${item.status}`, message, place: { file: item.path }, finding: undefined, item };
}

/** The line of the user's code where it is known; else the file the finding is about. */
function placeOf(finding: Finding): RemarkPlace | undefined {
  const [, file, line, col] = /^(.*?)(?::(\d+)(?::(\d+))?)?$/su.exec(sourcePlace(finding) ?? finding.location?.file ?? '') ?? [];
  if (file === undefined || file === '') return undefined;
  return { file, ...(line === undefined ? {} : { line: Number(line) }), ...(col === undefined ? {} : { col: Number(col) }) };
}
