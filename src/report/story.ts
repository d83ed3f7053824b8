/**
 * The story of a run for people. The long form has a column per machine, time on the left and one line per thing that happened; the short
 * form is a dozen lines that say why a run failed. Both are plain functions of what was recorded.
 */
import { largest } from '../base/largest.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { Finding } from '../trace/finding.ts';
import type { FaultReport } from '../trace/summary.ts';
import type { Paint } from './paint.ts';
import { countText } from './quantity.ts';
import { shellWord } from '../base/shell-word.ts';
import { type DescribeStep, type StoryLine, storyLines } from './story-lines.ts';
import { cutToWidth, padEnd, padStart, textWidth } from './text-width.ts';
import type { TextStyle } from './text-block.ts';
import { visibleLine } from './visible.ts';

/** Wider than this nobody reads a line in one look. */
const WIDTH_MAX = 100;
/** What the text of the rightmost column needs at least. */
const TEXT_MIN = 36;
const LANE_MAX = 18;
const LANE_MIN = 6;

export interface StoryOptions extends TextStyle {
  /** Pure scheduling too. */
  readonly all: boolean;
  readonly describeStep?: DescribeStep;
}

/** Everything that happened, machines as columns. */
export function renderStory(events: readonly TraceEvent[], options: StoryOptions): readonly string[] {
  const { paint } = options;
  const lines = storyLines(events, options.describeStep).filter(({ weight }) => options.all || weight > 0);
  const width = Math.min(WIDTH_MAX, Math.max(40, options.widthMax));
  const timeWidth =
    largest(
      lines.map(({ timeMs }) => String(timeMs).length),
      4,
    ) + 3;
  const lanes = layLanes(lines, width - timeWidth - 2);
  const margin = ' '.repeat(timeWidth + 2);
  let shownMs: number | undefined;
  const body = lines.map((line) => {
    const time = line.timeMs === shownMs ? ' '.repeat(timeWidth) : padStart(`${line.timeMs} ms`, timeWidth);
    shownMs = line.timeMs;
    return `${paint.dim(time)}  ${laneLine(line, lanes, width - timeWidth - 2, paint)}`.trimEnd();
  });
  return [...(lanes.header === '' ? [] : [`${margin}${paint.bold(lanes.header)}`]), ...body];
}

interface Lanes {
  /** Where the column of each machine begins; empty when there is no room for columns. */
  readonly starts: ReadonlyMap<string, number>;
  readonly nameWidth: number;
  readonly header: string;
}

/** In order of appearance. A text may run over the columns to its right, since every line tells one thing. */
function layLanes(lines: readonly StoryLine[], width: number): Lanes {
  const names = [...new Set(lines.map(({ where }) => where).filter((where) => where !== ''))];
  const nameWidth = largest(names.map((name) => textWidth(visibleLine(name))));
  const step = Math.min(LANE_MAX, Math.floor((width - TEXT_MIN) / Math.max(1, names.length - 1)));
  const widest = Math.max(nameWidth + 2, LANE_MIN);
  if (names.length < 2 || step < Math.min(widest, LANE_MAX)) return { starts: new Map(), nameWidth, header: '' };
  const lane = Math.min(step, Math.max(widest, 12));
  const starts = new Map(names.map((name, at) => [name, at * lane]));
  const header = names.map((name) => padEnd(cutToWidth(visibleLine(name), lane - 1), lane)).join('');
  return { starts, nameWidth, header: header.trimEnd() };
}

function laneLine(line: StoryLine, { starts, nameWidth }: Lanes, width: number, paint: Paint): string {
  const text = toldText(line);
  const start = starts.get(line.where);
  if (start === undefined) {
    const name = padEnd(visibleLine(line.where), nameWidth);
    const lead = nameWidth === 0 ? '' : `${name}  `;
    return `${paint.bold(lead)}${tinted(cutToWidth(text, width - textWidth(lead)), line, paint)}`;
  }
  const rails = [...starts.values()].filter((at) => at < start);
  const lead = rails.map((at, index) => `│${' '.repeat((rails[index + 1] ?? start) - at - 1)}`).join('');
  return `${paint.dim(lead)}${tinted(cutToWidth(text, width - start), line, paint)}`;
}

function toldText({ text, times, place }: StoryLine): string {
  const counted = times === undefined ? '' : ` ×${times}`;
  return visibleLine(`${text}${counted}${place === undefined || place === '' ? '' : `   ${place}`}`);
}

function tinted(text: string, { tone }: StoryLine, paint: Paint): string {
  switch (tone) {
    case 'plain':
      return text;
    case 'good':
      return paint.green(text);
    case 'bad':
      return paint.red(text);
    case 'fault':
      return paint.yellow(text);
    case 'quiet':
      return paint.dim(text);
  }
}

/** How much there was before and after shrinking: of the decisions that were not calm, or where there never were any of what ran. */
export interface ShrunkStory {
  readonly before: number;
  readonly after: number;
  readonly of?: 'transition';
}

export interface ShortStory extends TextStyle {
  readonly events: readonly TraceEvent[];
  readonly findings: readonly Finding[];
  readonly faults: readonly FaultReport[];
  readonly shrunk?: ShrunkStory;
  /** What `fozzy replay` takes; without one there is nothing to type. */
  readonly selector?: string;
  readonly describeStep?: DescribeStep;
}

const SHORT_LINES_MAX = 8;

/** At most a dozen lines: what happened, the place, which faults it took, and what to type next. */
export function shortStory(story: ShortStory, indent = '      '): readonly string[] {
  const { paint, selector, findings } = story;
  const width = Math.min(WIDTH_MAX, Math.max(40, story.widthMax)) - textWidth(indent);
  const { lines, left } = choose(storyLines(story.events, story.describeStep));
  const nameWidth = Math.max(0, ...lines.map(({ where }) => textWidth(visibleLine(where))));
  const numbered = lines.map((line, at) => {
    const lead = `${padStart(String(at + 1), String(lines.length).length)} `;
    const name = nameWidth === 0 ? '' : `${padEnd(visibleLine(line.where), nameWidth)}  `;
    const room = width - textWidth(lead) - textWidth(name);
    return `${paint.dim(lead)}${paint.bold(name)}${tinted(cutToWidth(toldText(line), room), line, paint)}`;
  });
  const more = left === 0 ? [] : [paint.dim(cutToWidth(`… and ${left} more, see fozzy show`, width))];
  const place = sourcePlace(findings[0]);
  return [
    ...numbered,
    ...more,
    ...stuckLines(findings[0]).map((line) => cutToWidth(line, width)),
    [...(place === undefined ? [] : [`at ${paint.cyan(place)}`]), faultsText(story), ...shrunkText(story)].join('      '),
    ...(selector === undefined ? [] : nextWords(selector, width, paint)),
  ].map((line) => `${indent}${line}`);
}

const STUCK_LINES_MAX = 12;

/** Of a failure to get anywhere: who waits for what, or what goes on and on. */
function stuckLines(finding: Finding | undefined): readonly string[] {
  const { waits, circle } = finding?.location?.details ?? {};
  const told =
    typeof waits === 'string' ? waits : typeof circle === 'string' ? `again and again\n${circle.replaceAll(/^/gmu, '    ')}` : '';
  if (told === '') return [];
  const lines = told.split('\n').map((line) => visibleLine(line));
  return lines.length > STUCK_LINES_MAX ? [...lines.slice(0, STUCK_LINES_MAX), '…'] : lines;
}

function nextWords(selector: string, width: number, paint: Paint): readonly string[] {
  const again = `${paint.dim('again')}   ${paint.cyan(`fozzy replay ${shellWord(selector)}`)}`;
  const look = `${paint.dim('look')}   ${paint.cyan(`fozzy show ${shellWord(selector)}`)}`;
  const fitsInOne = textWidth(selector) * 2 + 44 <= width;
  return fitsInOne ? [`${again}      ${look}`] : [again, look.replace('look', 'look ')];
}

/** The most telling lines, in their own order; of equals the later ones, because they are nearer to the failure. */
function choose(lines: readonly StoryLine[]): { readonly lines: readonly StoryLine[]; readonly left: number } {
  const told = lines.filter(({ weight }) => weight > 1);
  const candidates = told.length > 0 ? told : lines.filter(({ weight }) => weight > 0);
  const ranked = candidates.map((line, at) => ({ line, at })).sort((a, b) => b.line.weight - a.line.weight || b.at - a.at);
  const kept = new Set(
    ranked.slice(0, candidates.length > SHORT_LINES_MAX ? SHORT_LINES_MAX - 1 : SHORT_LINES_MAX).map(({ line }) => line),
  );
  return { lines: candidates.filter((line) => kept.has(line)), left: candidates.length - kept.size };
}

/** Only shrinking can tell which faults a failure needs; without it one knows which there were. */
function faultsText({ faults, shrunk }: ShortStory): string {
  const fired = faults.filter((fault) => fault.fired);
  const told = fired.map(({ type, count }) => (count > 1 ? `${type} ×${count}` : type)).join(', ');
  return `${shrunk === undefined ? 'faults fired' : 'faults needed'}: ${told === '' ? 'none' : visibleLine(told)}`;
}

function shrunkText({ shrunk }: ShortStory): readonly string[] {
  return shrunk === undefined ? [] : [`shrunk ${shrunk.before} → ${countText(shrunk.after, shrunk.of ?? 'decision')}`];
}

/** Where in the user's code a finding comes from: the first frame of its stack outside Node and packages. */
export function sourcePlace(finding: Finding | undefined): string | undefined {
  const location = finding?.location;
  if (location?.line !== undefined)
    return visibleLine([location.file, location.line, location.col].filter((part) => part !== undefined).join(':'));
  const stack = location?.details?.['stack'];
  if (typeof stack !== 'string') return undefined;
  for (const frame of stack.split('\n').slice(1)) {
    const at = /\(?(?<file>[^()\s]+:\d+:\d+)\)?$/u.exec(frame)?.groups?.['file'];
    if (at === undefined || at.startsWith('node:') || at.includes('/node_modules/')) continue;
    return visibleLine(at.replace(/^file:\/\//u, ''));
  }
  return undefined;
}
