/** Why a run failed, in sentences: what ran out of turn, what went wrong on purpose, and what the calm run does instead. */
import type { Necessity } from '../campaign/explain.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { Finding } from '../trace/finding.ts';
import type { Status } from '../trace/summary.ts';
import { findingLines } from './finding-text.ts';
import { countText } from './quantity.ts';
import { shellWord } from './reproduce.ts';
import { statusLabel, statusPaint } from './status.ts';
import { renderStory } from './story.ts';
import { storyLines } from './story-lines.ts';
import { joinLines, paragraph, section, type TextStyle } from './text-block.ts';
import { visibleLine } from './visible.ts';

interface ToldRun {
  readonly status: Status;
  readonly virtualTimeMs: number;
  readonly findings: readonly Finding[];
  readonly events: readonly TraceEvent[];
}

export interface ExplainedRun {
  readonly schemaVersion: string;
  readonly path: string;
  readonly runId: string;
  readonly name: string | null;
  readonly finding: Finding;
  /** Every single one of the necessary answers was shown to be so. */
  readonly minimal: boolean;
  readonly necessary: readonly Necessity[];
  readonly clients: readonly string[];
  readonly clientsNotNeeded: readonly string[];
  readonly failing: ToldRun;
  readonly calm: ToldRun;
}

export function explanationText(run: ExplainedRun, { selector, style }: { readonly selector: string; readonly style: TextStyle }): string {
  const { paint } = style;
  const { location, ...bare } = run.finding;
  const { details: _details, ...place } = location ?? {};
  const story = (events: readonly TraceEvent[]) => renderStory(events, { ...style, all: false });
  return joinLines([
    `${paint.bold(statusPaint(run.failing.status, paint)(statusLabel(run.failing.status)))}  ${paint.bold(visibleLine(run.name ?? ''))}`,
    ...findingLines({ ...bare, ...(location === undefined ? {} : { location: place }) }, style),
    ...section('why', whyLines(run, style), paint),
    ...section('the failing run', story(run.failing.events), paint),
    // Without anything special the calm run is the failing one.
    ...(run.necessary.length === 0
      ? []
      : section(`the calm run beside it: ${statusLabel(run.calm.status)}`, story(run.calm.events), paint)),
    '',
    `${paint.dim('smaller')}   ${paint.cyan(`fozzy shrink ${shellWord(selector)}`)}      ${paint.dim('again')}   ${paint.cyan(`fozzy replay ${shellWord(selector)}`)}`,
  ]);
}

function whyLines(run: ExplainedRun, style: TextStyle): readonly string[] {
  const prose = (text: string, first = '  ', hanging = '  ') => paragraph(visibleLine(text), { first, hanging, widthMax: style.widthMax });
  return [
    ...prose(summaryOf(run)),
    ...run.necessary.flatMap((each, at) => [...prose(sentenceOf(each), `  ${at + 1}. `, '     '), ...effectLines(each, style)]),
    ...(run.clientsNotNeeded.length === 0 ? [] : prose(`It needs no ${run.clientsNotNeeded.join(', ')}: the failure is there without.`)),
  ];
}

function summaryOf({ necessary, minimal, calm }: ExplainedRun): string {
  const calmly =
    calm.status === 'pass' ? 'the calm run, in which nothing overtakes and nothing goes wrong, passes' : 'the calm run fails as well';
  if (necessary.length === 0) return `No special order and no fault is needed: ${calmly}.`;
  const orders = necessary.filter(({ kind }) => kind === 'order').length;
  const faults = necessary.filter(({ kind }) => kind === 'fault').length;
  const choices = necessary.length - orders - faults;
  const parts = [
    ...(orders > 0 ? [orders === 1 ? '1 change of order' : `${orders} changes of order`] : []),
    ...(faults > 0 ? [countText(faults, 'fault')] : []),
    ...(choices > 0 ? [countText(choices, 'choice')] : []),
  ];
  const proof = minimal
    ? necessary.length === 1
      ? 'It is necessary: without it this failure is gone.'
      : 'Each of them is necessary: without any one of them this failure is gone.'
    : 'The budget ended before all of this was shown to be necessary; --budget gives it more.';
  return `It takes ${parts.join(' and ')}; ${calmly}. ${proof}`;
}

function sentenceOf({ kind, timeMs, asked, told }: Necessity): string {
  if (kind === 'order') return `At ${timeMs} ms ${quoted(told)} ran before ${quoted(asked)}, whose turn it was.`;
  if (kind === 'fault') return `At ${timeMs} ms a fault struck: ${asked}${told === 'yes' ? '' : ` = ${told}`}.`;
  return `At ${timeMs} ms the answer to ${quoted(asked)} was ${told}.`;
}

function quoted(text: string): string {
  return `“${text}”`;
}

/** What the two that race did: that is where the state they share shows. */
function effectLines({ kind, first, second, effects }: Necessity, { paint }: TextStyle): readonly string[] {
  const did = (events: readonly TraceEvent[] | undefined) =>
    storyLines(events ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ where, text }) => visibleLine(`${where} ${text}`.trim()));
  const line = (label: string, texts: readonly string[]) => (texts.length === 0 ? [] : [`     ${paint.dim(label)}  ${texts.join('; ')}`]);
  if (kind === 'fault') return line('it did   ', did(effects));
  return [...line('ran first', did(first?.events)), ...line('overtaken', did(second?.events))];
}
