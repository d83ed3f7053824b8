/**
 * The summary as one HTML file that needs nothing else: no request leaves it, it opens from disk and can be
 * mailed. The content policy allows exactly the two inline blocks written here, by their digests.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { TraceEvent } from '../trace/event.ts';
import type { RunSummary, TestCounts } from '../trace/summary.ts';
import { base64 } from './base64.ts';
import { reportScript } from './html-script.ts';
import {
  campaignSections,
  faultSection,
  findingSection,
  memorySection,
  replaySection,
  runSection,
  scenarioSection,
  shrinkSection,
} from './html-sections.ts';
import { plotSections, storySection } from './html-evidence.ts';
import { commandBox, facts, statusPill } from './html-parts.ts';
import { reportStyle } from './html-style.ts';
import type { Markup } from './markup.ts';
import { html, nothing, trusted } from './markup.ts';
import { countText, durationText } from './quantity.ts';
import { replayCommand } from './reproduce.ts';
import { statusLabel } from './status.ts';
import { subjectOf } from './subject.ts';

/** `events` are what happened in the run, where somebody has them. */
export function renderHtml(summary: RunSummary, events: readonly TraceEvent[] = []): string {
  const title = `fozzy ${summary.mode} ${statusLabel(summary.status)}`;
  const parts = [
    headline,
    reproduceBox,
    notices,
    replaySection,
    findingSection,
    () => storySection(events),
    shrinkSection,
    scenarioSection,
    campaignSections,
    faultSection,
    memorySection,
    () => plotSections(summary, events),
    runSection,
  ].map((part) => part(summary));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(reportStyle)}</style>
</head>
<body>
<main>
${parts.filter(({ markup }) => markup !== '').map((part) => html`${part}\n`)}<footer>Written by Fozzy from the report of run <span class="mono">${summary.identity.runId}</span>.</footer>
</main>
<script>${trusted(reportScript)}</script>
</body>
</html>
`;
  return page.markup;
}

function contentPolicy(): string {
  return `default-src 'none'; style-src '${digest(reportStyle)}'; script-src '${digest(reportScript)}'; base-uri 'none'; form-action 'none'`;
}

function digest(text: string): string {
  return `sha256-${base64(sha256(utf8ToBytes(text)))}`;
}

function headline(summary: RunSummary): Markup {
  const { identity } = summary;
  return html`<header>
<p class="eyebrow"><strong>fozzy ${summary.mode}</strong> ${statusPill(summary.status)}</p>
<h1>${subjectOf(summary) ?? verdictText(summary)}</h1>
<p class="lead">${subjectOf(summary) === undefined ? '' : `${verdictText(summary)} · `}${summary.startedAt}</p>
${facts([
  ['Seed', identity.seed],
  ['Duration', durationText(summary.durationMs)],
  ...(summary.virtualTimeMs > 0 ? [['Virtual time', durationText(summary.virtualTimeMs)] as const] : []),
  ...(summary.tests === undefined ? [] : testFacts(summary.tests)),
])}
</header>`;
}

function testFacts(tests: TestCounts): [string, string][] {
  return [
    ['Passed', String(tests.passed)],
    ['Failed', String(tests.failed)],
    ['Skipped', tests.notRun === 0 ? String(tests.skipped) : `${tests.skipped}, ${tests.notRun} not run`],
  ];
}

function verdictText(summary: RunSummary): string {
  const { tests } = summary;
  if (tests !== undefined) {
    const executed = tests.passed + tests.failed;
    return tests.failed === 0
      ? `All ${countText(executed, 'scenario')} as expected`
      : `${tests.failed} of ${countText(executed, 'scenario')} failed`;
  }
  const found = summary.findings.length === 0 ? 'nothing found' : countText(summary.findings.length, 'finding');
  return summary.status === 'pass' ? `Everything held, ${found}` : `Ended with ${summary.status}, ${found}`;
}

/** Scenarios of `test` carry their own commands in the table. */
function reproduceBox(summary: RunSummary): Markup {
  const command = replayCommand(summary);
  return command === undefined ? nothing : html`<div class="card reproduce"><p>Reproduce</p>${commandBox(command)}</div>`;
}

function notices({ interrupted, policyError }: RunSummary): Markup {
  const stopped = interrupted
    ? html`<div class="notice"><p>Interrupted: this report holds what was done before the signal.</p></div>`
    : nothing;
  if (policyError === undefined) return stopped;
  return html`${stopped}<div class="notice"><p><strong>${policyError.code}</strong>: ${policyError.message}</p><p>${policyError.hint}</p></div>`;
}
