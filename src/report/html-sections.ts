/** The sections of the HTML report, each empty where the summary has nothing to say. */
import type { Finding } from '../trace/finding.ts';
import type { FaultReport, RunSummary } from '../trace/summary.ts';
import type { ReportCase } from './cases.ts';
import { reportSuites } from './cases.ts';
import { detailFields, placeText } from './finding-text.ts';
import { commandBox, detailList, facts, section, statusPill, table } from './html-parts.ts';
import { jsonBlock, jsonLine } from './json-text.ts';
import type { Markup } from './markup.ts';
import { html, nothing } from './markup.ts';
import { bytesText, countText, durationText } from './quantity.ts';
import { shellWord } from '../base/shell-word.ts';
import { allowedText, doubtText, faultOwner, figureFields, fuzzFailures, shrinkNotes, shrinkRows } from './section-text.ts';
import { statusLabel } from './status.ts';
import type { Field } from './text-block.ts';

export function findingSection({ findings, status }: RunSummary): Markup {
  // Findings of a run that passed are warnings.
  const tint = status === 'pass' ? 'timeout' : 'fail';
  return findings.length === 0
    ? nothing
    : section('Findings', html`${findings.map((finding) => findingCard(finding, tint))}`, findings.length);
}

function findingCard(finding: Finding, tint: string): Markup {
  const place = placeText(finding.location);
  const times = finding.occurrences !== undefined && finding.occurrences > 1 ? ` · ${countText(finding.occurrences, 'time')}` : '';
  return html`<article class="card finding">
<header><span class="pill ${tint}">${finding.kind}</span><h3>${finding.title}</h3><span class="print"><span class="mono">${finding.fingerprint}</span>${times}</span></header>
<p class="message">${finding.message}</p>
${place === '' ? nothing : html`<p class="place mono">${place}</p>`}
${detailList(detailFields(finding))}
</article>`;
}

/** The run itself is the headline in other modes; a table with one row would only repeat it. */
export function scenarioSection(summary: RunSummary): Markup {
  if (summary.mode !== 'test') return nothing;
  const suites = reportSuites(summary);
  const count = suites.reduce((sum, { cases }) => sum + cases.length, 0);
  const isGrouped = suites.length > 1;
  const rows = suites.map(
    ({ name, cases }) => html`${isGrouped ? html`<tr class="suite"><td colspan="4">${name}</td></tr>` : nothing}${cases.map(caseRow)}`,
  );
  const header = html`<tr><th scope="col">Status</th><th scope="col">Scenario</th><th scope="col" class="num">Duration</th><th scope="col" class="num">Virtual</th></tr>`;
  return section(
    'Scenarios',
    html`<div class="card scroll"><table class="cases"><thead>${header}</thead><tbody>${rows}</tbody></table></div>`,
    count,
  );
}

function caseRow(item: ReportCase): Markup {
  const isBad = item.verdict === 'failure' || item.verdict === 'error';
  const notes = [item.reason, ...(isBad ? item.findings.map(({ title, message }) => `${title}: ${message}`) : [])].filter(
    (note) => note !== '',
  );
  const executed = item.verdict !== 'skipped';
  return html`<tr><td>${verdictPill(item)}</td>
<td><div><strong>${item.name}</strong></div><div class="sub mono">${item.path}</div>
${notes.map((note) => html`<div class="sub">${note}</div>`)}
${item.commands.replay === undefined ? nothing : commandBox(item.commands.replay, 'replay')}
${item.commands.again === undefined ? nothing : commandBox(item.commands.again, 'again')}</td>
<td class="num">${executed ? durationText(item.durationMs) : ''}</td><td class="num">${executed && item.virtualTimeMs > 0 ? durationText(item.virtualTimeMs) : ''}</td></tr>`;
}

/** The colour follows the verdict, not the status: a failure that was expected is good news. */
function verdictPill({ verdict, status }: ReportCase): Markup {
  if (verdict === 'passed' && status !== 'pass') return html`<span class="pill pass">EXPECTED ${statusLabel(status)}</span>`;
  if (verdict === 'failure' && status === 'pass') return html`<span class="pill fail">UNEXPECTED PASS</span>`;
  return statusPill(status);
}

export function replaySection({ replay }: RunSummary): Markup {
  if (replay === undefined) return nothing;
  const figures = facts([
    ['Verdict', replay.reproduced ? 'reproduced' : 'diverged'],
    ['Recorded status', replay.recordedStatus],
    ['Replayed status', replay.status],
    ['Checksum', replay.checksum],
  ]);
  const first = replay.firstDivergence;
  if (first === undefined) return section('Replay', figures);
  const place = `First divergence: ${first.in} ${first.index} at ${first.stepPath}, virtual time ${first.timeMs}ms`;
  return section(
    'Replay',
    html`${figures}<p class="place mono">${place}</p><div class="compare">
<figure class="card expected"><figcaption>expected</figcaption><pre>${jsonBlock(first.expected)}</pre></figure>
<figure class="card actual"><figcaption>actual</figcaption><pre>${jsonBlock(first.actual)}</pre></figure></div>`,
  );
}

export function shrinkSection({ shrink }: RunSummary): Markup {
  if (shrink === undefined) return nothing;
  const rows = table(shrinkRows(shrink), [
    { title: 'Dimension', cell: (row) => row.label },
    { title: 'Before', cell: (row) => row.before, numeric: true },
    { title: 'After', cell: (row) => row.after, numeric: true },
  ]);
  const verdict = `${shrink.preserved ? 'The failure is the same' : 'The failure was lost'}, ${[`${shrinkNotes(shrink)}.`, ...doubtText(shrink.inDoubt)].join(' ')}`;
  return section('Shrink', html`<p class="lead">${verdict}</p><p class="place mono">${shrink.out ?? ''}</p>${rows}`);
}

export function campaignSections(summary: RunSummary): Markup {
  const search = figureFields(summary.search);
  const fuzz = figureFields(summary.fuzz);
  return html`${search.length === 0 ? nothing : section('Search', detailList(search))}${fuzz.length === 0 ? nothing : section('Fuzzing', detailList(fuzz))}${fuzzFailureSection(summary)}`;
}

function fuzzFailureSection({ fuzz }: RunSummary): Markup {
  const failures = fuzzFailures(fuzz);
  if (failures.length === 0) return nothing;
  const text = (failure: (typeof failures)[number], key: string): string => {
    const value = failure[key] ?? '';
    return typeof value === 'string' ? value : jsonLine(value);
  };
  const rows = table(failures, [
    {
      title: 'Failure',
      cell: (failure) => html`<strong>${text(failure, 'title')}</strong><div class="sub mono whole">${text(failure, 'fingerprint')}</div>`,
    },
    {
      title: 'Input',
      cell: (failure) =>
        html`<div class="sub mono">${text(failure, failure['minInputPath'] === undefined ? 'inputPath' : 'minInputPath')}</div>
${text(failure, 'tracePath') === '' ? nothing : commandBox(`fozzy replay ${shellWord(text(failure, 'tracePath'))}`, 'replay')}`,
    },
    { title: 'Count', cell: (failure) => text(failure, 'count'), numeric: true },
  ]);
  return section('Distinct failures', rows, failures.length);
}

export function faultSection(summary: RunSummary): Markup {
  const { faults } = summary;
  if (faults.length === 0) return nothing;
  const owner = { title: 'Scenario', cell: (fault: FaultReport) => html`<span class="mono">${faultOwner(summary, fault) ?? ''}</span>` };
  const rows = table(faults, [
    {
      title: 'Fired',
      cell: (fault) => html`<span class="pill ${fault.fired ? 'pass' : 'skipped'}">${firedText(fault)}</span>`,
    },
    { title: 'Fault or rule', cell: (fault) => html`<strong>${fault.type}</strong> <span class="sub mono">${fault.id}</span>` },
    ...(faults.some(({ ordinal }) => ordinal !== undefined) ? [owner] : []),
    { title: 'Step', cell: (fault) => html`<span class="mono">${fault.stepPath ?? ''}</span>` },
    ...(faults.some(({ inFailure }) => inFailure !== undefined) ? [inFailureColumn] : []),
    { title: 'First at', cell: (fault) => (fault.firstFiredAtMs === undefined ? '' : durationText(fault.firstFiredAtMs)), numeric: true },
    { title: 'Count', cell: (fault) => String(fault.count), numeric: true },
  ]);
  return section('Faults and rules', rows, faults.length);
}

function firedText({ armed, fired, effect }: FaultReport): string {
  if (!armed) return 'not armed';
  if (!fired) return 'never fired';
  return effect === false ? 'no effect' : 'fired';
}

const inFailureColumn = {
  title: 'In failure',
  cell: ({ inFailure }: FaultReport) => (inFailure === undefined ? '' : inFailure ? 'yes' : 'no'),
};

export function memorySection({ memory }: RunSummary): Markup {
  if (memory === undefined) return nothing;
  const host: Field[] = memory.hostPeakRssBytes === undefined ? [] : [['Host peak', bytesText(memory.hostPeakRssBytes)]];
  return section(
    'Memory',
    facts([
      ['Peak', bytesText(memory.peakBytes)],
      ['In use at the end', bytesText(memory.inUseBytes)],
      ['Leaked', memory.leakedAllocs === 0 ? 'nothing' : `${bytesText(memory.leakedBytes)} in ${countText(memory.leakedAllocs, 'alloc')}`],
      ['Allocations', `${memory.allocCount}, ${memory.failedAllocCount} failed`],
      ['Frees', String(memory.freeCount)],
      ...host,
    ]),
  );
}

/** Where things are and how the run was asked for. */
export function runSection({ identity, params, simulation }: RunSummary): Markup {
  const allowed = allowedText(simulation?.allowed);
  const { proc, fs, http } = params.backends;
  const fields: Field[] = [
    ['run', identity.runId],
    ['command', params.commandLine.map(shellWord).join(' ')],
    ['clock', params.det ? 'deterministic, virtual time only' : 'real waits, measured and recorded'],
    ['backends', `proc ${proc}, fs ${fs}, http ${http}`],
    ...(allowed === undefined ? [] : [['allowed', allowed] as const]),
    ...(params.timeoutMs === undefined ? [] : [['timeout', durationText(params.timeoutMs)] as const]),
    ...(identity.tracePath === undefined ? [] : [['trace', identity.tracePath] as const]),
    ['report', identity.reportPath],
    ['artifacts', identity.artifactsDir],
  ];
  return section('Parameters and files', detailList(fields));
}
