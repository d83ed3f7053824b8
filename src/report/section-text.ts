/** The parts of a summary only some modes have: replay fidelity, shrink result, search and fuzz figures, silent faults, strict policy. */
import type { Json, JsonObject } from '../base/json.ts';
import type { FaultReport, RunSummary, ShrinkSection, ShrinkSize } from '../trace/summary.ts';
import { isList, isObject, jsonLine, membersOf } from './json-text.ts';
import { bytesText, countText } from './quantity.ts';
import { shellWord } from '../base/shell-word.ts';
import { renderTable } from './table.ts';
import type { Field, TextStyle } from './text-block.ts';
import { fieldLines, paragraph, section } from './text-block.ts';
import { visible, visibleLine } from './visible.ts';

export function replayLines({ replay }: RunSummary, { paint }: TextStyle): string[] {
  if (replay === undefined) return [];
  // Only a replay that was told to stop early can agree with the recording and end otherwise.
  const faithful =
    replay.foundBy === 'causes'
      ? 'the same failure, its decisions found again by their causes after an edit'
      : replay.foundBy === 'search'
        ? 'the same failure, found again near where it was after an edit; `fozzy shrink` records it as it is now'
        : replay.status === replay.recordedStatus
          ? 'reproduced'
          : 'reproduced up to where it was stopped';
  const verdict = replay.reproduced ? paint.green(faithful) : paint.red('diverged');
  const fields: Field[] = [
    ['verdict', `${verdict}, recorded ${replay.recordedStatus}, got ${replay.status}`],
    ...(replay.checksum === 'valid' ? [] : [['checksum', paint.yellow(replay.checksum)] as const]),
  ];
  const first = replay.firstDivergence;
  if (first === undefined) return section('replay', fieldLines(fields, paint, '  '), paint);
  const place = `${first.in} ${first.index} at ${visibleLine(first.stepPath)}, virtual time ${first.timeMs}ms`;
  const compared: Field[] = [
    ['first divergence', place],
    ['expected', paint.green(visibleLine(jsonLine(first.expected)))],
    ['actual', paint.red(visibleLine(jsonLine(first.actual)))],
  ];
  return section('replay', fieldLines([...fields, ...compared], paint, '  '), paint);
}

/** What a scenario switched off, and how often it would have been a finding: `leaked_handle (2)`. */
export function allowedText(allowed: Readonly<Record<string, number>> | undefined): string | undefined {
  const told = Object.entries(allowed ?? {}).map(([title, times]) => `${title} (${times})`);
  return told.length === 0 ? undefined : visibleLine(told.join(', '));
}

export function shrinkLines({ shrink }: RunSummary, { paint, widthMax }: TextStyle): string[] {
  if (shrink === undefined) return [];
  const table = renderTable(shrinkRows(shrink), {
    columns: [
      { title: '', text: (row) => row.label },
      { title: 'before', align: 'right', text: (row) => row.before },
      { title: '', text: () => '→' },
      { title: 'after', align: 'right', text: (row) => row.after },
    ],
    paint,
    indent: '  ',
  });
  const verdict = shrink.preserved ? paint.green('same failure') : paint.red('failure lost');
  const nothing = shrink.stoppedBy === 'nothing_to_shrink';
  const result = nothing ? `  ${nothingToShrink}` : `  ${verdict}, ${visibleLine(shrinkNotes(shrink))}`;
  const doubt = doubtText(shrink.inDoubt).flatMap((text) => paragraph(text, { first: '  ', hanging: '  ', widthMax }));
  const written = shrink.out === undefined ? [] : [`  ${paint.dim('written to')} ${visibleLine(shrink.out)}`];
  return section('shrink', [...table.split('\n'), result, ...doubt, ...written], paint);
}

const nothingToShrink = 'nothing to shrink: the run passed, so the trace was copied unchanged';

/** How far the search for a smaller trace got. */
export function shrinkNotes({ minimal, stoppedBy, inDoubt, candidates, reason }: ShrinkSection): string {
  const end = minimal
    ? '1-minimal'
    : inDoubt !== undefined && stoppedBy === 'minimal'
      ? '1-minimal except for doubts'
      : `stopped by ${stoppedBy}`;
  return [end, `${countText(candidates, 'candidate')} tried`, ...(reason === undefined || reason === stoppedBy ? [] : [reason])].join(', ');
}

/** What stays although the failure does not seem to need it, and why; nothing where there are no doubts. */
export function doubtText(names: readonly string[] = []): readonly string[] {
  if (names.length === 0) return [];
  const [them, theyDo] = names.length === 1 ? ['it', 'it does'] : ['them', 'they do'];
  const why = `it fails without ${them} as well, but no run without ${them} passed, so the check may count on what ${theyDo}`;
  return [visibleLine(`Kept in doubt: ${names.join(', ')}; ${why}.`)];
}

export interface ShrinkRow {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Picks and faults are left out where the trace never had any. */
export function shrinkRows({ before, after }: ShrinkSection): ShrinkRow[] {
  const row = (label: keyof ShrinkSize): ShrinkRow => ({ label, before: String(before[label]), after: String(after[label]) });
  const rows = [
    row('steps'),
    { label: 'size', before: bytesText(before.bytes), after: bytesText(after.bytes) },
    row('picks'),
    row('faults'),
  ];
  return rows.filter(({ label, before: was, after: is }) => (label !== 'picks' && label !== 'faults') || was !== '0' || is !== '0');
}

export function campaignLines(summary: RunSummary, { paint }: TextStyle): string[] {
  return [
    ...section('search', fieldLines(figureFields(summary.search), paint, '  '), paint),
    ...section('fuzz', fieldLines(figureFields(summary.fuzz), paint, '  '), paint),
    ...section('failures', fuzzFailureLines(summary, paint), paint),
  ];
}

/** The scalar figures of a campaign section; lists have a place of their own. */
export function figureFields(figures: JsonObject | undefined): Field[] {
  return membersOf(figures ?? {})
    .filter(([, value]) => !isList(value) && !isObject(value))
    .map(([key, value]) => [visibleLine(key), visibleLine(plainText(value))]);
}

export function fuzzFailures(fuzz: JsonObject | undefined): readonly JsonObject[] {
  const failures = fuzz?.['failures'];
  return isList(failures) ? failures.filter(isObject) : [];
}

const ABOUT_MAX = 80;

function shortened(text: string): string {
  return text.length <= ABOUT_MAX ? text : `${text.slice(0, ABOUT_MAX)}…`;
}

function fuzzFailureLines({ fuzz, findings }: RunSummary, paint: TextStyle['paint']): string[] {
  return fuzzFailures(fuzz).flatMap((failure) => {
    const trace = failure['tracePath'];
    const input = failure['minInputPath'] ?? failure['inputPath'];
    const told = findings.find(({ fingerprint }) => fingerprint === failure['fingerprint'])?.message ?? '';
    const about = told === '' ? '' : `: ${visibleLine(shortened(told.split('\n', 1)[0] ?? ''))}`;
    const head = `  - ${paint.bold(visibleLine(plainText(failure['title'] ?? 'failure')))}, ${plainText(failure['count'] ?? 1)}×${about}`;
    const fields: Field[] = [
      ...(typeof input === 'string' ? [['input', visibleLine(input)] as const] : []),
      ...(typeof trace === 'string' ? [['replay', paint.cyan(visibleLine(`fozzy replay ${shellWord(trace)}`))] as const] : []),
    ];
    return [head, ...fieldLines(fields, paint, '    ')];
  });
}

export function silentFaultLines(summary: RunSummary): string[] {
  return summary.faults.filter((fault) => !fault.fired).map((fault) => `  - ${faultName(fault, faultOwner(summary, fault))}`);
}

function faultName({ id, type, stepPath }: FaultReport, owner: string | undefined): string {
  return visibleLine([id, type, stepPath ?? '', owner ?? ''].filter((part) => part !== '').join('  '));
}

/** The scenario a fault belongs to, where a run has several. */
export function faultOwner({ results = [] }: RunSummary, { ordinal }: FaultReport): string | undefined {
  const result = results.find((each) => each.ordinal === ordinal);
  return ordinal === undefined || result === undefined ? undefined : `${result.path} ${result.name}`;
}

export function policyLines({ policyError }: RunSummary, { paint, widthMax }: TextStyle): string[] {
  if (policyError === undefined) return [];
  const code = `${paint.red('error')}[${policyError.code}]: `;
  const [head = '', ...rest] = paragraph(visible(policyError.message), { first: '', hanging: '  ', widthMax });
  return [
    '',
    `${code}${head}`,
    ...rest,
    ...paragraph(visible(policyError.hint), { first: `  ${paint.dim('hint:')} `, hanging: '        ', widthMax }),
  ];
}

function plainText(value: Json): string {
  return typeof value === 'string' ? value : jsonLine(value);
}
