/** Why a run failed, in sentences: what ran out of turn, what went wrong on purpose, and what the calm run does instead. */
import type { ExplainedStep, Necessity, Race } from '../campaign/explain/explain-run.ts';
import type { ToldTransition } from '../campaign/explain/past-of-failure.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { Finding } from '../trace/finding.ts';
import type { Status } from '../trace/summary.ts';
import { findingLines } from './finding-text.ts';
import { countText } from './quantity.ts';
import { doubtText } from './section-text.ts';
import { shellWord } from '../base/shell-word.ts';
import { statusLabel, statusPaint } from './status.ts';
import { renderStory } from './story.ts';
import { storyLines } from './story-lines.ts';
import { joinLines, paragraph, section, type TextStyle } from './text-block.ts';
import { visibleLine } from './visible.ts';

/** A line the user wrote. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly function?: string;
}

export interface ToldStep extends Pick<ExplainedStep, 'name' | 'events'> {
  /** The line that asked for it: set the timer, began to read, sent the message. */
  readonly askedAt?: CodePlace;
  /** Lines that ran in it, in order, as far as they were seen. */
  readonly ranAt: readonly CodePlace[];
}

export interface ToldNecessity extends Pick<Necessity, 'kind' | 'timeMs' | 'asked' | 'told' | 'effects'> {
  readonly first?: ToldStep;
  readonly second?: ToldStep;
  /** Of a fault or a choice: the line that met it. */
  readonly place?: CodePlace;
}

export interface ToldRace extends Pick<Race, 'shared' | 'secondNeverRan'> {
  readonly first: ToldStep;
  readonly second: ToldStep;
}

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
  readonly necessary: readonly ToldNecessity[];
  /** The two whose order makes the difference; null where none changed places. */
  readonly race: ToldRace | null;
  readonly clients: readonly string[];
  readonly clientsNotNeeded: readonly string[];
  readonly nodesNotNeeded: readonly string[];
  /** Clients, or script steps, that stay although it fails without them: the check may count on what they do. */
  readonly inDoubt: readonly string[];
  /** Everything that ran in the failing run, in order; null where nobody can say what the failure had to do with. */
  readonly transitions: readonly ToldTransition[] | null;
  readonly failing: ToldRun;
  readonly calm: ToldRun;
  /** Where the calm run fails as well: the one in which clients take turns; null if that fails, too. */
  readonly inTurn: ToldRun | null;
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
    ...besideSection(run, (told) => story(told.events), paint),
    '',
    `${paint.dim('smaller')}   ${paint.cyan(`fozzy shrink ${shellWord(selector)}`)}      ${paint.dim('again')}   ${paint.cyan(`fozzy replay ${shellWord(selector)}`)}`,
  ]);
}

/** Without anything special the calm run is the failing one. */
function besideSection(
  { necessary, calm, inTurn }: ExplainedRun,
  story: (run: ToldRun) => readonly string[],
  paint: TextStyle['paint'],
): readonly string[] {
  if (necessary.length > 0) return section(`the calm run beside it: ${statusLabel(calm.status)}`, story(calm), paint);
  return inTurn === null ? [] : section(`beside it, one client after the other: ${statusLabel(inTurn.status)}`, story(inTurn), paint);
}

function whyLines(run: ExplainedRun, style: TextStyle): readonly string[] {
  const prose = (text: string, first = '  ', hanging = '  ') => paragraph(visibleLine(text), { first, hanging, widthMax: style.widthMax });
  return [
    ...prose(summaryOf(run)),
    ...needsOf(run).flatMap((need, at) => [...prose(sentenceOf(need), `  ${at + 1}. `, '     '), ...effectLines(need.each, style)]),
    ...(run.race === null
      ? []
      : raceLines(run.race, run.necessary.length > 0 ? 'in the calm run' : 'one client after the other', prose, style)),
    ...notNeededLines(run, prose),
    ...(run.transitions === null ? [] : prose(pastText(run.transitions))),
  ];
}

type Prose = (text: string) => readonly string[];

function notNeededLines({ clientsNotNeeded, nodesNotNeeded, inDoubt }: ExplainedRun, prose: Prose): readonly string[] {
  const names = [...clientsNotNeeded, ...nodesNotNeeded];
  const notNeeded = names.length === 0 ? [] : [`It needs no ${names.join(', ')}: the failure is there without.`];
  return [...notNeeded, ...doubtText(inDoubt)].flatMap((text) => prose(text));
}

/** More machines than this are not told one by one. */
const MACHINES_TOLD = 6;

function pastText(transitions: readonly ToldTransition[]): string {
  const inPast = transitions.filter(({ isInPast }) => isInPast);
  const beside = transitions.filter(({ isInPast }) => !isInPast);
  const all = countText(transitions.length, 'transition');
  if (beside.length === 0) return `All of its ${all} could have had a part in it: ${byMachine(inPast)}.`;
  if (inPast.length === 0) return `None of its ${all} can be seen to have had a part in it: ${byMachine(beside)}.`;
  const others = `${beside.length === 1 ? 'the other one does' : `the other ${beside.length} do`} not matter: ${byMachine(beside)}`;
  return `Of its ${all} ${inPast.length} lie in the past of the failure: ${byMachine(inPast)}; ${others}.`;
}

function byMachine(transitions: readonly ToldTransition[]): string {
  const counts = new Map<string, number>();
  for (const { machine } of transitions) counts.set(machine, (counts.get(machine) ?? 0) + 1);
  const told = [...counts].slice(0, MACHINES_TOLD).map(([machine, count]) => `${machine} ${count}`);
  return [...told, ...(counts.size > MACHINES_TOLD ? [`${counts.size - MACHINES_TOLD} more machines`] : [])].join(', ');
}

/** One answer, and for a fault how bad it was: what is drawn after it has struck is no fault of its own. */
interface Need {
  readonly each: ToldNecessity;
  readonly drawn: ToldNecessity[];
}

function needsOf({ necessary }: ExplainedRun): readonly Need[] {
  const needs: Need[] = [];
  for (const each of necessary) {
    const last = needs.at(-1);
    const isDrawn = each.kind === 'fault' && each.told !== 'yes' && last?.each.kind === 'fault' && nameOf(each) === nameOf(last.each);
    if (isDrawn) last.drawn.push(each);
    else needs.push({ each, drawn: [] });
  }
  return needs;
}

/** Faults are asked for by their number, their kind, and what the question is about. */
function nameOf({ asked }: ToldNecessity): string {
  return asked.split(' ', 2).join(' ');
}

function summaryOf(run: ExplainedRun): string {
  const { minimal, calm } = run;
  const necessary = needsOf(run).map(({ each }) => each);
  const calmly =
    calm.status === 'pass' ? 'the calm run, in which nothing overtakes and nothing goes wrong, passes' : 'the calm run fails as well';
  if (necessary.length === 0) {
    const turns = run.inTurn === null ? '' : ' It takes clients that meet: one after the other they pass.';
    return `No special order and no fault is needed: ${calmly}.${turns}`;
  }
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

function sentenceOf({ each: { kind, timeMs, asked, told, place }, drawn }: Need): string {
  const draws = drawn.map((draw) => `, ${draw.asked.slice(nameOf(draw).length + 1)} = ${draw.told}`).join('');
  const at = place === undefined ? '' : `, in ${placeText(place)}`;
  if (kind === 'order') return `At ${timeMs} ms ${quoted(told)} ran before ${quoted(asked)}, whose turn it was.`;
  if (kind === 'fault') return `At ${timeMs} ms a fault struck${at}: ${asked}${told === 'yes' ? '' : ` = ${told}`}${draws}.`;
  return `At ${timeMs} ms the answer to ${quoted(asked)} was ${told}${at}.`;
}

function quoted(text: string): string {
  return `“${text}”`;
}

function placeText({ file, line, column, function: name }: CodePlace): string {
  return `${file}:${line}:${column}${name === undefined ? '' : ` (${name})`}`;
}

/** What the two did whose order was changed: that is where the state they share shows. */
function effectLines({ kind, first, second, effects }: ToldNecessity, style: TextStyle): readonly string[] {
  if (kind === 'fault') return labelled('it did   ', didIn(effects), style);
  return [...stepLines('ran first', first, style), ...stepLines('overtaken', second, style)];
}

function raceLines({ first, second, shared, secondNeverRan }: ToldRace, beside: string, prose: Prose, style: TextStyle): readonly string[] {
  const end = secondNeverRan ? ', which does not come to run any more' : '';
  return [
    ...prose(
      `These two race: ${quoted(first.name)} came before ${quoted(second.name)}${end}; ${beside} it is the other way round, and ${shared}.`,
    ),
    ...stepLines('this one ', first, style),
    ...stepLines('that one ', second, style),
  ];
}

/** What it did, where it was asked for, and where it ran; the label stands before whichever comes first. */
function stepLines(label: string, step: ToldStep | undefined, style: TextStyle): readonly string[] {
  if (step === undefined) return [];
  const { events, askedAt, ranAt } = step;
  const texts = [
    didIn(events).join('; '),
    askedAt === undefined ? '' : `asked for at ${placeText(askedAt)}`,
    ranAt.length === 0 ? '' : `ran at ${ranAt.map(placeText).join(', ')}`,
  ].filter((text) => text !== '');
  return texts.flatMap((text, at) => labelled(at === 0 ? label : ' '.repeat(label.length), [text], style));
}

function didIn(events: readonly TraceEvent[] | undefined): readonly string[] {
  return storyLines(events ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ where, text }) => visibleLine(firstLine(`${where} ${text}`.trim())));
}

/** What goes on for many lines, a stack for example, is told by the story. */
function firstLine(text: string): string {
  const [first = '', ...more] = text.split('\n');
  return more.length === 0 ? first : `${first} …`;
}

function labelled(label: string, texts: readonly string[], { paint, widthMax }: TextStyle): readonly string[] {
  if (texts.length === 0) return [];
  const hanging = ' '.repeat(7 + label.length);
  const [first = '', ...rest] = paragraph(texts.join('; '), { first: '', hanging: '', widthMax: widthMax - hanging.length });
  return [`     ${paint.dim(label)}  ${first}`, ...rest.map((line) => hanging + line)];
}
