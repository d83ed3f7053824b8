/**
 * Progress for people, in two forms: plain lines for logs, one per finished item or phase, and a single
 * live line for terminals, drawn from a small view that every event moves forward. Time and drawing belong
 * to the caller; it passes how long it has been watching.
 */
import { unreachable } from '../base/assert.ts';
import type { Paint } from './paint.ts';
import type { ProgressEvent, WorkStatus } from './progress.ts';
import { durationText } from './quantity.ts';
import type { AnyStatus } from './status.ts';
import { statusLabel, statusPaint } from './status.ts';
import { cutToWidth, padEnd, textWidth } from './text-width.ts';
import { visibleLine } from './visible.ts';

export interface ProgressView {
  readonly command: string;
  readonly done: number;
  readonly total?: number;
  readonly failed: number;
  /** What is being worked on right now. */
  readonly current: string;
}

export function emptyProgress(command: string): ProgressView {
  return { command, done: 0, failed: 0, current: '' };
}

export function advanceProgress(view: ProgressView, event: ProgressEvent): ProgressView {
  switch (event.event) {
    case 'started':
      return { ...view, command: event.command, ...totalOf(event) };
    case 'item_started':
      return { ...view, current: event.name };
    case 'item_finished':
      return { ...view, done: event.done, total: event.total, failed: view.failed + (isBad(event.status, event.ok) ? 1 : 0) };
    case 'phase':
      return { ...view, current: event.detail === undefined ? event.name : `${event.name}: ${event.detail}` };
    case 'tick':
      return { ...view, done: event.done, ...totalOf(event), ...(event.detail === undefined ? {} : { current: event.detail }) };
    case 'finished':
      return { ...view, current: '' };
    case 'phase_started':
      return { ...view, current: event.phase };
    case 'step_started':
      return { ...view, current: event.step };
    case 'step_finished':
      return { ...view, done: view.done + 1, failed: view.failed + (event.status === 'failed' ? 1 : 0) };
    default:
      return unreachable(event);
  }
}

/** Undefined for events a log does not need: it tells what is over, not what begins. */
export function renderProgressLine(event: ProgressEvent, paint: Paint): string | undefined {
  switch (event.event) {
    case 'item_finished': {
      const width = String(event.total).length;
      const count = paint.dim(`[${String(event.done).padStart(width)}/${event.total}]`);
      const tint = isBad(event.status, event.ok)
        ? statusPaint(event.status === 'pass' ? 'fail' : event.status, paint)
        : quietTint(event.status, paint);
      const status = tint(padEnd(statusLabel(event.status), 'TIMEOUT'.length));
      const told = `${durationText(event.durationMs)}${expectationText(event.status, event.ok)}`;
      return `${count} ${status} ${visibleLine(event.name)} ${paint.dim(told)}`;
    }
    case 'phase':
      return `${paint.dim(`${event.command}:`)} ${visibleLine(event.name)}${event.detail === undefined ? '' : paint.dim(` ${visibleLine(event.detail)}`)}`;
    case 'phase_started':
      return paint.bold(visibleLine(event.phase));
    case 'started':
    case 'item_started':
    case 'step_started':
    // Who works in steps tells how each ended, as a part of the result.
    case 'step_finished':
    case 'tick':
    case 'finished':
      return undefined;
    default:
      return unreachable(event);
  }
}

export function workMark(status: WorkStatus, paint: Paint): string {
  const marks = { passed: paint.green('✓'), failed: paint.red('✗'), skipped: paint.dim('-'), advisory: paint.yellow('!') } as const;
  return marks[status];
}

export interface LiveLineOptions {
  readonly paint: Paint;
  readonly widthMax: number;
  readonly elapsedMs: number;
}

/** Never wider than the terminal: a wrapped live line could not be erased again. */
export function renderLiveLine(view: ProgressView, { paint, widthMax, elapsedMs }: LiveLineOptions): string {
  const frame = spinner[Math.floor(elapsedMs / frameMs) % spinner.length] ?? '';
  const parts: readonly (readonly [string, (text: string) => string])[] = [
    [`${frame} ${view.command}`, paint.bold],
    [view.total === undefined ? '' : bar(view.done, view.total), paint.cyan],
    [view.total === undefined ? (view.done > 0 ? String(view.done) : '') : `${view.done}/${view.total}`, (text) => text],
    [view.failed > 0 ? `${view.failed} failed` : '', paint.red],
    [durationText(elapsedMs), paint.dim],
    [visibleLine(view.current), (text) => text],
  ];
  return fitParts(
    parts.filter(([text]) => text !== ''),
    widthMax,
  );
}

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const frameMs = 80;
const barWidth = 20;

function bar(done: number, total: number): string {
  const filled = total <= 0 ? 0 : Math.min(barWidth, Math.floor((done / total) * barWidth));
  return '━'.repeat(filled) + '─'.repeat(barWidth - filled);
}

/** Cutting happens before painting, because a cut colour code would stain the rest of the screen. */
function fitParts(parts: readonly (readonly [string, (text: string) => string])[], widthMax: number): string {
  let line = '';
  let left = widthMax;
  for (const [text, paint] of parts) {
    const gap = line === '' ? 0 : 2;
    const shown = cutToWidth(text, left - gap);
    if (left - gap < 1) break;
    line += ' '.repeat(gap) + paint(shown);
    left -= gap + textWidth(shown);
  }
  return line;
}

/** A status that surprises beside its colour: a wanted failure, or a pass nobody wanted. */
function expectationText(status: AnyStatus, ok: boolean | undefined): string {
  if (ok === undefined || status === 'skipped' || status === 'not_run') return '';
  if (ok && status !== 'pass') return ', as expected';
  return !ok && status === 'pass' ? ', but a failure was expected' : '';
}

function isBad(status: AnyStatus, ok: boolean | undefined): boolean {
  return ok === undefined ? status !== 'pass' && status !== 'skipped' && status !== 'not_run' : !ok;
}

/** An expected failure is as good as a pass. */
function quietTint(status: AnyStatus, paint: Paint): (text: string) => string {
  return status === 'skipped' || status === 'not_run' ? paint.dim : paint.green;
}

function totalOf(event: { readonly total?: number }): { readonly total?: number } {
  return event.total === undefined ? {} : { total: event.total };
}
