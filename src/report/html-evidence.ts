/** The sections of the HTML report that need to know what happened in the run: its story, where its time and its memory went. */
import type { TraceEvent } from '../trace/event.ts';
import { buildProfile } from '../trace/profile/build-profile.ts';
import type { Profile } from '../trace/profile/profile.ts';
import type { RunSummary } from '../trace/summary.ts';
import { section } from './html-parts.ts';
import type { Markup } from './markup.ts';
import { html, nothing } from './markup.ts';
import { barPlot, dotPlot, type Point, stepPlot } from './plot.ts';
import { bytesText, durationText } from './quantity.ts';
import { type StoryLine, storyLines } from './story-lines.ts';

/** Those next to the end, where the failure is. */
const LINES_MAX = 400;
const DOTS_MAX = 400;
const BARS_MAX = 20;

/** Machines as columns, time goes down. What is nobody's goes across all of them. */
export function storySection(events: readonly TraceEvent[]): Markup {
  const told = storyLines(events).filter(({ weight }) => weight > 0);
  if (told.length === 0) return nothing;
  const lines = told.slice(-LINES_MAX);
  const machines = [...new Set(lines.map(({ where }) => where))].filter((where) => where !== '');
  const head = html`<tr><th scope="col" class="num">Time</th>${machines.length === 0 ? html`<th scope="col"></th>` : machines.map((name) => html`<th scope="col">${name}</th>`)}</tr>`;
  const left = told.length - lines.length;
  const note = left === 0 ? nothing : html`<p class="note">${left} earlier lines are left out; fozzy show tells them all.</p>`;
  const rows = lines.map((line, index) => storyRow(line, machines, lines[index - 1]?.timeMs));
  const table = html`<div class="card scroll"><table class="story"><thead>${head}</thead><tbody>${rows}</tbody></table></div>`;
  return section('Story', html`${note}${table}`, told.length);
}

function storyRow(line: StoryLine, machines: readonly string[], beforeMs: number | undefined): Markup {
  const time = line.timeMs === beforeMs ? '' : `${line.timeMs} ms`;
  const column = machines.indexOf(line.where);
  const counted = line.times === undefined ? '' : ` ×${line.times}`;
  const place = line.place === undefined || line.place === '' ? nothing : html` <span class="sub mono">${line.place}</span>`;
  const cell = html`<span class="${line.tone}">${`${line.text}${counted}`}</span>${place}`;
  const width = Math.max(1, machines.length);
  // A text may run over the columns to its right, since every line tells one thing.
  const cells =
    column < 0
      ? html`<td colspan="${width}">${cell}</td>`
      : html`${Array.from({ length: column }, () => html`<td></td>`)}<td colspan="${width - column}">${cell}</td>`;
  return html`<tr><td class="num">${time}</td>${cells}</tr>`;
}

export function plotSections(summary: RunSummary, events: readonly TraceEvent[]): Markup {
  if (summary.mode === 'test') return durationSection(summary);
  if (events.length === 0) return nothing;
  const profile = buildProfile({
    subject: subjectOf(summary, events),
    events,
    virtualTimeMs: summary.virtualTimeMs,
    hostTimeMs: summary.durationMs,
  });
  return html`${latencySection(profile)}${memoryPlot(profile)}`;
}

function subjectOf({ simulation }: RunSummary, events: readonly TraceEvent[]): Profile['subject'] {
  if (simulation !== undefined) return 'simulation';
  return events.some(({ name }) => name === 'span_start') ? 'steps' : 'distributed';
}

/** When something began, and how long it took. */
function latencySection({ spans }: Profile): Markup {
  const timed = spans.filter(({ isOpen, startMs, endMs }) => !isOpen && endMs > startMs);
  if (timed.length === 0) return nothing;
  const dots = [...timed]
    .sort((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
    .slice(0, DOTS_MAX)
    .map(({ startMs, endMs, name, actor, isOk }) => ({
      x: startMs,
      y: endMs - startMs,
      name: actor === '' ? name : `${actor} ${name}`,
      isBad: !isOk,
    }));
  const plot = dotPlot(dots, { title: 'How long each operation took, by when it began', xText: durationText, yText: durationText });
  return section('Latency', html`<p class="note">Virtual time that operations took, by when they began.</p>${plot}`, timed.length);
}

function memoryPlot({ allocations, virtualTimeMs }: Profile): Markup {
  if (allocations.length === 0) return nothing;
  const changes = allocations
    .flatMap(({ atMs, freedAtMs, bytes }) => [{ atMs, bytes }, ...(freedAtMs === undefined ? [] : [{ atMs: freedAtMs, bytes: -bytes }])])
    .sort((a, b) => a.atMs - b.atMs);
  let inUse = 0;
  const points: Point[] = [{ x: 0, y: 0 }];
  for (const { atMs, bytes } of changes) {
    inUse += bytes;
    points.push({ x: atMs, y: inUse });
  }
  points.push({ x: virtualTimeMs, y: inUse });
  const plot = stepPlot(points, { title: 'Memory in use over virtual time', xText: durationText, yText: (y) => bytesText(Math.round(y)) });
  return section('Memory over time', plot);
}

/** Which scenarios a test spent its time on. */
function durationSection({ results = [] }: RunSummary): Markup {
  const executed = results.filter(({ status }) => status !== 'skipped' && status !== 'not_run');
  if (executed.length < 2) return nothing;
  const bars = [...executed]
    .sort((a, b) => b.durationMs - a.durationMs)
    .slice(0, BARS_MAX)
    .map(({ path, name, durationMs, ok }) => ({ name: `${path} ${name}`, value: durationMs, isBad: !ok }));
  return section('Durations', barPlot(bars, durationText, 'How long each scenario took'), executed.length);
}
