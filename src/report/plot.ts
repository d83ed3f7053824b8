/** Plots as inline SVG: no script, no colours of their own, so that they follow the page into the dark and onto paper. */
import { largest } from '../base/largest.ts';
import type { Markup } from './markup.ts';
import { html } from './markup.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlotOptions {
  readonly title: string;
  readonly xText: (x: number) => string;
  readonly yText: (y: number) => string;
}

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 72;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 28;

/** What holds until the next point: a line of steps. */
export function stepPlot(points: readonly Point[], options: PlotOptions): Markup {
  const scale = scaleOf(points);
  const [first, ...rest] = points.map((point) => ({ x: scale.x(point.x), y: scale.y(point.y) }));
  const path = first === undefined ? '' : `M${at(first)}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}H${WIDTH - RIGHT}`;
  return framed(html`<path class="stroke" d="${path}"/>`, scale, options);
}

export function dotPlot(points: readonly (Point & { readonly name: string; readonly isBad: boolean })[], options: PlotOptions): Markup {
  const scale = scaleOf(points);
  const dots = points.map(
    ({ x, y, name, isBad }) =>
      html`<circle class="${isBad ? 'dot bad' : 'dot'}" cx="${scale.x(x)}" cy="${scale.y(y)}" r="4"><title>${`${name}: ${options.yText(y)}`}</title></circle>`,
  );
  return framed(html`${dots}`, scale, options);
}

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly isBad: boolean;
}

const BAR = 22;

/** One under the other, the longest as wide as there is room. */
export function barPlot(bars: readonly Bar[], text: (value: number) => string, title: string): Markup {
  const most = largest(
    bars.map(({ value }) => value),
    1e-9,
  );
  const rows = bars.map(({ name, value, isBad }, index) => {
    const width = Math.max(1, round((value / most) * (WIDTH / 2)));
    const y = index * BAR;
    return html`<text class="name" x="${WIDTH / 2 - 150}" y="${y + 15}" text-anchor="end">${name.length > 34 ? `…${name.slice(-33)}` : name}<title>${name}</title></text><rect class="${isBad ? 'bar bad' : 'bar'}" x="${WIDTH / 2 - 140}" y="${y + 4}" width="${width}" height="14" rx="2"/><text x="${WIDTH / 2 - 134 + width}" y="${y + 15}">${text(value)}</text>`;
  });
  return html`<div class="card plot"><svg viewBox="0 0 ${WIDTH} ${bars.length * BAR + 4}" role="img" aria-label="${title}">${rows}</svg></div>`;
}

interface Scale {
  readonly x: (x: number) => number;
  readonly y: (y: number) => number;
  readonly xMost: number;
  readonly yMost: number;
}

function scaleOf(points: readonly Point[]): Scale {
  const xMost = largest(
    points.map(({ x }) => x),
    1,
  );
  const yMost = largest(
    points.map(({ y }) => y),
    1,
  );
  return {
    xMost,
    yMost,
    x: (x) => round(LEFT + (x / xMost) * (WIDTH - LEFT - RIGHT)),
    y: (y) => round(HEIGHT - BOTTOM - (y / yMost) * (HEIGHT - TOP - BOTTOM)),
  };
}

function framed(content: Markup, { x, y, xMost, yMost }: Scale, { title, xText, yText }: PlotOptions): Markup {
  const levels = ticksOf(yMost).map(
    (level) =>
      html`<path class="grid" d="M${LEFT} ${y(level)}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${y(level) + 4}" text-anchor="end">${yText(level)}</text>`,
  );
  const marks = ticksOf(xMost).map((mark) => {
    const anchor = mark === 0 ? 'start' : mark === xMost ? 'end' : 'middle';
    return html`<text x="${x(mark)}" y="${HEIGHT - 8}" text-anchor="${anchor}">${xText(mark)}</text>`;
  });
  return html`<div class="card plot"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${levels}${marks}${content}</svg></div>`;
}

/** Whole numbers, because their names are rounded: a line must lie where its name says. */
function ticksOf(most: number): readonly number[] {
  const middle = Math.floor(most / 2);
  return middle === 0 || middle === most ? [0, most] : [0, middle, most];
}

function at({ x, y }: Point): string {
  return `${x} ${y}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
