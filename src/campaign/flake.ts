/**
 * How much a set of runs disagrees with itself. Two runs ended the same way if they have the same status and the same findings; the
 * flake rate is the share of runs that did not end in the most common way.
 */
import { compareText } from '../base/compare.ts';
import type { Finding } from '../trace/finding.ts';
import type { RunSummary } from '../trace/summary.ts';

export interface FlakeInput {
  readonly summary: RunSummary;
  /** What the run was of, where it was not a `test` with results of its own. */
  readonly subject: string | undefined;
}

export interface ScenarioFlakes {
  readonly path: string;
  readonly passed: number;
  readonly failed: number;
  readonly flakeRatePct: number;
}

export interface Flakes {
  readonly runCount: number;
  readonly statusCounts: Readonly<Record<string, number>>;
  /** Every different set of finding titles, the most common first. */
  readonly findingTitleSets: readonly { readonly titles: readonly string[]; readonly runs: number }[];
  readonly isFlaky: boolean;
  readonly flakeRatePct: number;
  readonly perScenario: readonly ScenarioFlakes[];
}

export function flakesOf(runs: readonly FlakeInput[]): Flakes {
  const signatures = countBy(runs.map(({ summary }) => signatureOf(summary.status, summary.findings)));
  return {
    runCount: runs.length,
    statusCounts: Object.fromEntries(sorted(countBy(runs.map(({ summary }) => summary.status)))),
    findingTitleSets: titleSets(runs),
    isFlaky: signatures.size > 1,
    flakeRatePct: ratePct(signatures),
    perScenario: scenariosOf(runs),
  };
}

interface Ending {
  readonly path: string;
  readonly ok: boolean;
  readonly signature: string;
}

function scenariosOf(runs: readonly FlakeInput[]): readonly ScenarioFlakes[] {
  const byPath = new Map<string, Ending[]>();
  for (const ending of runs.flatMap(endingsOf)) byPath.set(ending.path, [...(byPath.get(ending.path) ?? []), ending]);
  return [...byPath]
    .map(([path, endings]) => ({
      path,
      passed: endings.filter(({ ok }) => ok).length,
      failed: endings.filter(({ ok }) => !ok).length,
      flakeRatePct: ratePct(countBy(endings.map(({ signature }) => signature))),
    }))
    .toSorted((a, b) => compareText(a.path, b.path));
}

/** What was skipped or never started says nothing about a scenario. */
function endingsOf({ summary, subject }: FlakeInput): readonly Ending[] {
  if (summary.results !== undefined) {
    return summary.results
      .filter(({ status }) => status !== 'skipped' && status !== 'not_run')
      .map(({ path, ok, status, findings }) => ({ path, ok, signature: signatureOf(status, findings) }));
  }
  if (subject === undefined) return [];
  return [{ path: subject, ok: summary.status === 'pass', signature: signatureOf(summary.status, summary.findings) }];
}

function signatureOf(status: string, findings: readonly Finding[]): string {
  const fingerprints = new Set(findings.map(({ fingerprint }) => fingerprint));
  return [status, ...[...fingerprints].toSorted(compareText)].join(' ');
}

function titleSets(runs: readonly FlakeInput[]): Flakes['findingTitleSets'] {
  const titles = runs.map(({ summary }) => [...new Set(summary.findings.map(({ title }) => title))].toSorted(compareText).join('\n'));
  return sorted(countBy(titles)).map(([text, count]) => ({ titles: text === '' ? [] : text.split('\n'), runs: count }));
}

function countBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Most common first, then by name, so that the order of the runs does not matter. */
function sorted(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].toSorted((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
}

const HUNDREDTHS = 10_000;

/** In per cent with two decimals. */
function ratePct(signatures: ReadonlyMap<string, number>): number {
  const counts = [...signatures.values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? 0 : Math.round(((total - Math.max(...counts)) / total) * HUNDREDTHS) / 100;
}
