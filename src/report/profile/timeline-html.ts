/** The spans of a run as a page: a row per actor, bars over virtual time, names in tooltips. One file, no scripts, light and dark. */
import { largest } from '../../base/largest.ts';
import type { Profile } from '../../trace/profile/profile.ts';
import { html, type Markup, trusted } from '../markup.ts';
import { cutToWidth, textWidth } from '../text-width.ts';
import { visibleLine } from '../visible.ts';
import { lanesOf } from './span-lanes.ts';

const WIDTH = 1100;
const LABEL = 150;
const ROW = 20;
/** A span without duration is still something to point at. */
const NARROWEST = 2;
/** A page with more bars than this is no help to anybody, and slow. */
const BARS_MAX = 4000;
/** In a narrower window the picture is moved, not made smaller than can be read. */
const NARROW = 720;
/** Of the font of names, on average. */
const CHAR_WIDTH = 6.1;

const style = `
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fff; --line: #d8d8de; --bar: #3f7cd6; --bad: #cf3f3f; --io: #d98a1f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ea; --paper: #17181c; --line: #3a3b42; --bar: #6aa0f0; --bad: #f07070; --io: #f0b350; } }
body { margin: 2rem; font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.4rem; line-height: 1.3; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } svg { width: 100%; min-width: ${NARROW}px; height: auto; } text { fill: var(--ink); font: 11px ui-monospace, monospace; }
.name { font-size: 10px; fill: var(--paper); pointer-events: none; }
.legend { display: flex; flex-wrap: wrap; gap: 0 1.5rem; } .legend i { display: inline-block; width: 10px; height: 10px; margin-right: 6px; border-radius: 2px; }
.legend .bar { background: var(--bar); } .legend .bad { background: var(--bad); } .legend .io { background: var(--io); }
@media (max-width: 640px) { body { margin: 1rem; } }
.bar { fill: var(--bar); } .bad { fill: var(--bad); } .io { fill: var(--io); } .line { stroke: var(--line); }
`;

export function renderTimelineHtml(profile: Profile, title: string): string {
  const { virtualTimeMs } = profile;
  const lanes = lanesOf(profile.spans);
  const endMs = largest(
    profile.spans.map(({ endMs: spanEndMs }) => spanEndMs),
    Math.max(1, virtualTimeMs),
  );
  const xOf = (ms: number): number => Math.round((LABEL + ((WIDTH - LABEL) * ms) / endMs) * 100) / 100;
  const bars = lanes.flatMap(({ spans }, row) =>
    spans.map((span) => {
      const width = Math.max(NARROWEST, xOf(span.endMs) - xOf(span.startMs));
      const told = `${span.name}: ${span.endMs - span.startMs} ms from ${span.startMs} ms${span.isOpen ? ', not ended' : ''}`;
      return html`<g><title>${told}</title><rect class="${span.isOk ? 'bar' : 'bad'}" x="${xOf(span.startMs)}" y="${row * ROW + 24}" width="${width}" height="${ROW - 5}" rx="2"/>${nameIn(span.name, width, xOf(span.startMs), row * ROW + 35)}</g>`;
    }),
  );
  const labels = lanes.map(({ actor }, row) => html`<text x="0" y="${row * ROW + 36}">${actor === '' ? 'run' : actor}</text>`);
  const height = lanes.length * ROW + 40;
  const hidden = bars.length > BARS_MAX ? html`<p>Only the first ${BARS_MAX} of ${bars.length} spans are drawn.</p>` : html``;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="fozzy"><title>${title}</title><style>${trusted(style)}</style></head>
<body><h1>${title}</h1>
<p>${profile.spans.length} spans, ${profile.io.length} operations of input and output and ${profile.turns.length} turns in ${virtualTimeMs} ms of virtual time.</p>
${hidden}
<p class="legend"><span><i class="bar"></i>operations</span><span><i class="bad"></i>operations that failed</span><span><i class="io"></i>input and output</span></p>
<div class="scroll"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="spans over virtual time">
${ticks(endMs, xOf, height)}
${labels}
${bars.slice(0, BARS_MAX)}
${profile.io.slice(0, BARS_MAX).map(({ atMs, name }) => html`<g><title>${name} at ${atMs} ms</title><rect class="io" x="${xOf(atMs)}" y="16" width="2" height="6"/></g>`)}
</svg></div></body></html>
`;
  return page.markup;
}

/** What an operation is called, where there is room for enough of it to be told from others. */
function nameIn(name: string, width: number, x: number, y: number): Markup {
  const room = Math.floor((width - 8) / CHAR_WIDTH);
  const shown = visibleLine(name);
  if (room < Math.min(textWidth(shown), 6)) return html``;
  return html`<text class="name" x="${x + 4}" y="${y}">${cutToWidth(shown, room)}</text>`;
}

const TICKS = 10;

function ticks(endMs: number, xOf: (ms: number) => number, height: number): readonly Markup[] {
  // Few milliseconds have fewer ticks.
  const times = new Set(Array.from({ length: TICKS + 1 }, (_, index) => Math.round((endMs * index) / TICKS)));
  return [...times].map((ms) => {
    return html`<line class="line" x1="${xOf(ms)}" x2="${xOf(ms)}" y1="14" y2="${height}"/><text x="${Math.min(xOf(ms), WIDTH - 40)}" y="11">${ms} ms</text>`;
  });
}
