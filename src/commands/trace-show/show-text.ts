/** A trace as text: an overview, the findings, then the lists that were asked for. */
import { canonicalJson } from '../../base/canonical-json.ts';
import type { JsonObject } from '../../base/json.ts';
import { renderDuration } from '../../base/duration.ts';
import { findingLines } from '../../report/finding-text.ts';
import { bytesText, countText, durationText } from '../../report/quantity.ts';
import { statusLabel, statusPaint } from '../../report/status.ts';
import { renderTable } from '../../report/table.ts';
import { type Field, fieldLines, joinLines, section } from '../../report/text-block.ts';
import { visibleLine } from '../../report/visible.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Context } from '../context.ts';
import type { ShowDocument } from './show-document.ts';

type Style = Pick<Context, 'paint' | 'columns'>;

export function showText(document: ShowDocument, style: Style): string {
  const { paint, columns } = style;
  const status = statusPaint(document.status, paint)(statusLabel(document.status));
  return joinLines([
    `${paint.bold(`trace of fozzy ${document.mode}`)} ${status}`,
    ...fieldLines(overview(document), paint),
    ...section(
      'findings',
      document.findings.flatMap((finding) => findingLines(finding, { paint, widthMax: columns })),
      paint,
    ),
    ...(document.decisions === undefined ? [] : decisionSection(document.decisions, document.counts.decisions, style)),
    ...(document.events === undefined ? [] : eventSection(document.events, document.counts.events, style)),
  ]);
}

function overview(document: ShowDocument): readonly Field[] {
  const { counts, engine, memory, scenario, simulation, shrunkFrom } = document;
  const size = simulation === undefined ? countText(scenario.steps, 'step') : `${countText(simulation.sources, 'file')} of code`;
  const name = scenario.name === null ? 'none' : `${visibleLine(scenario.name)}, ${size}`;
  return [
    ['file', document.path],
    ['format', `version ${document.version}, checksum ${document.checksum}`],
    ['engine', engine.commit === undefined ? engine.version : `${engine.version} (${engine.commit})`],
    ['run', document.runId],
    ['seed', document.seed],
    [simulation === undefined ? 'scenario' : 'simulation', scenario.path === null ? name : `${name} (${visibleLine(scenario.path)})`],
    ['params', paramsText(document.params)],
    ['started', document.startedAt],
    ['duration', `${durationText(document.durationMs)}, ${renderDuration(document.virtualTimeMs)} of virtual time`],
    ['holds', [countText(counts.decisions, 'decision'), countText(counts.events, 'event'), countText(counts.faults, 'fault')].join(', ')],
    ...(memory === undefined
      ? []
      : [['memory', `peak ${bytesText(memory.peakBytes)}, leaked ${bytesText(memory.leakedBytes)} in ${memory.leakedAllocs}`] as const]),
    ...(shrunkFrom === undefined ? [] : [['shrunk', `from the trace of run ${shrunkFrom.runId}`] as const]),
  ];
}

function paramsText({ det, timeoutMs, backends }: ShowDocument['params']): string {
  const parts = [det ? 'det' : 'real time', ...(timeoutMs === undefined ? [] : [`timeout ${renderDuration(timeoutMs)}`])];
  return [...parts, `proc ${backends.proc}`, `fs ${backends.fs}`, `http ${backends.http}`].join(', ');
}

function decisionSection(decisions: readonly JsonObject[], total: number, { paint, columns }: Style): string[] {
  const rows = decisions.map((decision, index) => {
    const { kind, ...fields } = decision;
    return { index, kind: typeof kind === 'string' ? kind : '', told: fieldsText(fields) };
  });
  const table = renderTable(rows, {
    columns: [
      { title: '#', text: (row) => String(row.index), align: 'right' },
      { title: 'decision', text: (row) => row.kind },
      { title: '', text: (row) => cutLine(row.told, columns) },
    ],
    paint,
  });
  return section(heading('decisions', rows.length, total), rows.length === 0 ? [] : [table], paint);
}

function eventSection(events: readonly TraceEvent[], total: number, { paint, columns }: Style): string[] {
  const rows = events.map((event, index) => ({ index, event }));
  const table = renderTable(rows, {
    columns: [
      { title: '#', text: (row) => String(row.index), align: 'right' },
      { title: 'ms', text: (row) => String(row.event.time_ms), align: 'right' },
      { title: 'event', text: (row) => (row.event.source === 'user' ? `${row.event.name} (user)` : row.event.name) },
      { title: '', text: (row) => cutLine(fieldsText(row.event.fields), columns) },
    ],
    paint,
  });
  return section(heading('events', rows.length, total), rows.length === 0 ? [] : [table], paint);
}

function heading(name: string, shown: number, total: number): string {
  return shown === total ? `${name} (${total})` : `${name} (first ${shown} of ${total}; --limit shows more)`;
}

/** `key=value`, texts without quotes where that is unambiguous. */
function fieldsText(fields: JsonObject): string {
  const told = Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const plain = typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : canonicalJson(value);
    return [`${key}=${plain}`];
  });
  return told.join(' ');
}

/** One line per row: the whole value is in the JSON document. */
function cutLine(text: string, columns: number): string {
  const room = Math.max(CELL_CHARS_MIN, Math.min(CELL_CHARS_MAX, columns - CELL_CHARS_MIN));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

const CELL_CHARS_MIN = 40;
const CELL_CHARS_MAX = 240;
