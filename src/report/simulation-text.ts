/** A simulation's run or search for people: the verdict in one line, why it failed in a dozen, and what to type next. */
import type { TraceEvent } from '../trace/event.ts';
import type { FaultReport, RunSummary, SearchSection } from '../trace/summary.ts';
import { countText, durationText } from './quantity.ts';
import { allowedText, doubtText, policyLines } from './section-text.ts';
import { statusLabel, statusPaint } from './status.ts';
import { type ShrunkStory, shortStory } from './story.ts';
import { findingLines } from './finding-text.ts';
import { fieldLines, joinLines, paragraph, type TextStyle } from './text-block.ts';
import { visibleLine } from './visible.ts';

const INDENT = '      ';

export interface ToldRun {
  readonly name: string;
  readonly events: readonly TraceEvent[];
  readonly shrunk?: ShrunkStory;
}

export function renderSimulation(summary: RunSummary, { name, events, shrunk }: ToldRun, style: TextStyle): string {
  const { paint } = style;
  const { identity, findings, faults } = summary;
  const failed = summary.status !== 'pass';
  const story = { ...style, events, findings, faults: faultsIn(summary), selector: identity.runId };
  const told = failed ? shortStory(shrunk === undefined ? story : { ...story, shrunk }, INDENT) : [];
  return joinLines([
    headline(summary, name, style),
    ...findings.flatMap((finding) => (failed && finding === findings[0] ? [] : findingLines(finding, style, INDENT))),
    ...told,
    ...doubtText(summary.shrink?.inDoubt).flatMap((text) => paragraph(text, { first: INDENT, hanging: INDENT, widthMax: style.widthMax })),
    ...fieldLines(
      [
        ['seed', identity.seed],
        ['run', identity.runId],
        ...(identity.tracePath === undefined ? [] : [['trace', visibleLine(identity.tracePath)] as const]),
        ['report', visibleLine(identity.reportPath)],
        ...certificateFields(summary),
        ...crashStateFields(summary),
        ...isolationFields(summary),
        ...allowedFields(summary),
        ...faultFields('not armed', faults, ({ armed }) => !armed),
        ...faultFields('never fired', faults, ({ armed, fired }) => armed && !fired),
        ...faultFields('no effect', faults, ({ fired, effect }) => fired && effect === false),
      ],
      paint,
      INDENT,
    ),
    ...policyLines(summary, style),
  ]);
}

function headline(summary: RunSummary, name: string, { paint }: TextStyle): string {
  const [first] = summary.findings;
  const status = paint.bold(statusPaint(summary.status, paint)(statusLabel(summary.status).padEnd(4)));
  const what = first === undefined ? [] : [visibleLine(first.message)];
  return [`${status}  ${paint.bold(visibleLine(name))}`, ...what, extent(summary)].join('      ');
}

function extent({ search, simulation, durationMs }: RunSummary): string {
  if (!isSearch(search)) return `${countText(simulation?.transitions ?? 0, 'transition')}, ${durationText(durationMs)}`;
  if (search.stoppedBy === 'failure') return `after ${countText(search.schedules, 'schedule')}, ${durationText(durationMs)}`;
  const { schedules, distinctSchedules, exhaustive } = search;
  const different = exhaustive && distinctSchedules === schedules ? [] : [`${distinctSchedules} different`];
  const seen = [...different, ...(exhaustive ? ['all there are'] : [])].join(', ');
  return `${countText(search.schedules, 'schedule')} (${seen}), ${countText(search.events, 'transition')}, ${durationText(durationMs)}`;
}

function isSearch(search: RunSummary['search']): search is SearchSection {
  return typeof search?.['schedules'] === 'number';
}

/** What a search of everything has shown, in a sentence, and where it stands. */
function certificateFields({ search, faults }: RunSummary): readonly (readonly [string, string])[] {
  if (!isSearch(search) || search.certificate === undefined) return [];
  const among = faults.length === 0 ? '' : `, ${countText(faults.length, 'fault')} anywhere included`;
  const disks = search.crashStates === undefined ? '' : ', every legal disk after a power loss included';
  const claim = `all ${countText(search.distinctSchedules, 'inequivalent legal schedule')} explored${among}${disks}`;
  return [
    ['proven', claim],
    ['certificate', visibleLine(search.certificate)],
  ];
}

/** Faults that have tested nothing must be seen. */
function faultFields(
  label: string,
  faults: RunSummary['faults'],
  fits: (fault: FaultReport) => boolean,
): readonly (readonly [string, string])[] {
  const names = faults.filter(fits).map(({ id, type }) => `${id} ${type}`);
  return names.length === 0 ? [] : [[label, visibleLine(names.join(', '))]];
}

/** Which disks machines came back with after they lost power. */
function crashStateFields({ search }: RunSummary): readonly (readonly [string, string])[] {
  if (!isSearch(search) || search.crashStates === undefined) return [];
  const { tried, distinct, sampled } = search.crashStates;
  const offered =
    sampled === 0 ? 'from all legal ones' : `sampled at ${countText(sampled, 'power loss', 'power losses')} with too many to list`;
  return [['crash states', `${tried} tried, ${distinct} distinct, ${offered}`]];
}

/** The usual one goes without saying. */
function isolationFields({ simulation }: RunSummary): readonly (readonly [string, string])[] {
  if (simulation === undefined || simulation.isolation === 'fresh') return [];
  const { isolation, isolationReason } = simulation;
  return [['isolation', isolationReason === undefined ? isolation : visibleLine(`${isolation}, because ${isolationReason}`)]];
}

function allowedFields({ simulation }: RunSummary): readonly (readonly [string, string])[] {
  const told = allowedText(simulation?.allowed);
  return told === undefined ? [] : [['allowed', told]];
}

/** A search counts faults over all its runs; the story is about one of them. */
function faultsIn({ mode, faults }: RunSummary): RunSummary['faults'] {
  return mode === 'explore' ? faults.map((fault) => ({ ...fault, fired: fault.inFailure === true, count: 1 })) : faults;
}
