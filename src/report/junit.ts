/** The summary as JUnit XML: one suite per group, one case per scenario, counts that agree with the cases. */
import { unreachable } from '../base/assert.ts';
import type { RunSummary } from '../trace/summary.ts';
import type { ReportCase, ReportSuite } from './cases.ts';
import { countVerdict, reportSuites } from './cases.ts';
import { findingLines } from './finding-text.ts';
import { plainPaint } from './paint.ts';
import { policyLines } from './section-text.ts';
import type { XmlElement } from './xml.ts';
import { renderXml, xml } from './xml.ts';

export function renderJunit(summary: RunSummary): string {
  const suites = reportSuites(summary);
  const attributes = { name: 'fozzy', ...counts(suites.flatMap((suite) => suite.cases)), time: seconds(summary.durationMs) };
  return renderXml(
    xml(
      'testsuites',
      attributes,
      suites.map((suite) => suiteElement(suite, summary)),
    ),
  );
}

function suiteElement({ name, cases }: ReportSuite, summary: RunSummary): XmlElement {
  const durationMs = cases.reduce((sum, item) => sum + item.durationMs, 0);
  // The JUnit schema forbids a zone designator; the time is UTC.
  const timestamp = summary.startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const policy = summary.mode === 'test' ? policyLines(summary, plainStyle).join('\n').trim() : '';
  return xml('testsuite', { name, ...counts(cases), time: seconds(durationMs), timestamp }, [
    xml('properties', {}, [
      property('mode', summary.mode),
      property('runId', summary.identity.runId),
      property('seed', summary.identity.seed),
    ]),
    ...cases.map(caseElement),
    ...(policy === '' ? [] : [xml('system-err', {}, policy)]),
  ]);
}

function caseElement(item: ReportCase): XmlElement {
  return xml('testcase', { classname: item.path, name: item.name, time: seconds(item.durationMs) }, verdictElements(item));
}

function verdictElements(item: ReportCase): XmlElement[] {
  switch (item.verdict) {
    case 'passed':
      return [];
    case 'skipped':
      return [xml('skipped', { message: item.reason === '' ? item.status : item.reason })];
    case 'failure':
    case 'error':
      return [xml(item.verdict, { message: headline(item), type: typeOf(item) }, bodyText(item))];
    default:
      return unreachable(item.verdict);
  }
}

/** Dashboards show the message alone, so it names the first finding and says how many more there are. */
function headline({ findings, reason, status }: ReportCase): string {
  const [first, ...more] = findings;
  if (first === undefined) return reason === '' ? status : reason;
  return `${first.title}: ${first.message}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
}

function typeOf({ findings: [first], status }: ReportCase): string {
  return first === undefined ? status : `${first.kind}/${first.title}`;
}

function bodyText({ findings, reason, commands, seed }: ReportCase): string {
  const lines = [
    ...(reason === '' ? [] : [reason]),
    ...findings.flatMap((finding) => findingLines(finding, plainStyle, '')),
    `seed: ${seed}`,
    ...(commands.replay === undefined ? [] : [`replay: ${commands.replay}`]),
    ...(commands.again === undefined ? [] : [`again: ${commands.again}`]),
  ];
  return lines.join('\n');
}

const plainStyle = { paint: plainPaint, widthMax: Number.POSITIVE_INFINITY };

function counts(cases: readonly ReportCase[]): Readonly<Record<string, string>> {
  return {
    tests: String(cases.length),
    failures: String(countVerdict(cases, 'failure')),
    errors: String(countVerdict(cases, 'error')),
    skipped: String(countVerdict(cases, 'skipped')),
  };
}

function property(name: string, value: string): XmlElement {
  return xml('property', { name, value });
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
