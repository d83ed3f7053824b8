/**
 * A run as GitHub Actions shows it: annotations at the lines of a change, and a page for the job. GitHub shows ten errors and ten warnings
 * of a step and drops the rest in silence, so the tenth says how many there are.
 */
import { cutUtf8, utf8Length } from '../base/utf8.ts';
import type { RunSummary } from '../trace/summary.ts';
import { countVerdict, reportSuites } from './cases.ts';
import { countText, durationText } from './quantity.ts';
import { type Remark, remarksOf } from './remarks.ts';
import { replayCommand } from './reproduce.ts';
import { figureFields } from './section-text.ts';
import { statusLabel } from './status.ts';
import { subjectOf } from './subject.ts';
import { visible, visibleLine } from './visible.ts';

const ANNOTATIONS_MAX = 10;
/** Longer ones are cut by GitHub where nobody can see it. */
const MESSAGE_BYTES_MAX = 4096;
/** Of everything all commands of one step write into its summary. */
export const JOB_SUMMARY_BYTES_MAX = 1024 * 1024;
/** Rows of failures that somebody reads. */
const ROWS_MAX = 200;

/** `root` leads from the top of the repository to the project, where files are named from; '' when they are the same. */
export function renderAnnotations(summary: RunSummary, root = ''): string {
  const remarks = remarksOf(summary);
  const lines = (['error', 'warning'] as const).flatMap((level) =>
    annotated(
      level,
      remarks.filter((remark) => remark.level === level),
      root,
    ),
  );
  return lines.join('');
}

function annotated(level: Remark['level'], remarks: readonly Remark[], root: string): readonly string[] {
  const shown = remarks.length <= ANNOTATIONS_MAX ? remarks : remarks.slice(0, ANNOTATIONS_MAX - 1);
  const left = remarks.length - shown.length;
  const more = left === 0 ? [] : [command(level, {}, `${left} more, all of them in the report of the run`)];
  return [...shown.map((remark) => annotation(remark, root)), ...more];
}

function annotation({ level, rule, message, place, item }: Remark, root: string): string {
  const { replay, again } = item.commands;
  const repeat = replay ?? again;
  const text = [cutUtf8(visible(message), MESSAGE_BYTES_MAX), ...(repeat === undefined ? [] : [`replay: ${visibleLine(repeat)}`])].join(
    '\n',
  );
  const where = place === undefined ? {} : { file: underRoot(place.file, root), line: place.line, col: place.col };
  return command(
    level,
    { ...where, title: visibleLine(`${rule} in ${item.path === item.name ? item.name : `${item.path} ${item.name}`}`) },
    text,
  );
}

function underRoot(file: string, root: string): string {
  return root === '' || file.startsWith('/') ? file : `${root}/${file}`;
}

/** The syntax of workflow commands, with what they give a meaning to made plain. */
function command(level: string, properties: Readonly<Record<string, string | number | undefined>>, message: string): string {
  const given = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${plain(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
  );
  return `::${level}${given.length === 0 ? '' : ` ${given.join(',')}`}::${plain(message)}\n`;
}

function plain(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Markdown for $GITHUB_STEP_SUMMARY; never longer than there is room for. */
export function renderJobSummary(summary: RunSummary, bytesMax: number): string {
  const remarks = remarksOf(summary);
  for (let rows = Math.min(remarks.length, ROWS_MAX); ; rows = Math.floor(rows / 2)) {
    const page = jobPage(summary, remarks, rows);
    if (utf8Length(page) <= bytesMax) return page;
    if (rows === 0) return '';
  }
}

function jobPage(summary: RunSummary, remarks: readonly Remark[], rows: number): string {
  const cases = reportSuites(summary).flatMap((suite) => suite.cases);
  const subject = subjectOf(summary);
  const mark = summary.status === 'pass' && summary.policyError === undefined ? '✅' : '❌';
  const replay = replayCommand(summary);
  const left = remarks.length - rows;
  const parts = [
    `### ${mark} fozzy ${summary.mode}${subject === undefined ? '' : ` ${inline(subject)}`}: ${statusLabel(summary.status)}`,
    facts(summary, cases.length, countVerdict(cases, 'failure') + countVerdict(cases, 'error')),
    ...(rows === 0 ? [] : [failureTable(remarks.slice(0, rows))]),
    ...(left === 0 ? [] : [`… and ${left} more, all of them in the report of the run.`]),
    ...(replay === undefined ? [] : [`Replay it:\n\n${fenced(replay)}`]),
    ...(summary.policyError === undefined ? [] : [`**${summary.policyError.code}**: ${cell(summary.policyError.message)}`]),
  ];
  return `${parts.join('\n\n')}\n\n`;
}

function facts(summary: RunSummary, cases: number, failed: number): string {
  const told = [
    ...(summary.mode === 'test' ? [`${countText(cases, 'scenario')}, ${failed} failed`] : []),
    `seed ${summary.identity.seed}`,
    durationText(summary.durationMs),
    ...figureFields(summary.search).map(([label, value]) => `${label} ${value}`),
    `run ${inline(summary.identity.runId)}`,
  ];
  return told.join(' · ');
}

function failureTable(remarks: readonly Remark[]): string {
  const rows = remarks.map(({ level, rule, message, place, item }) => {
    const where = place === undefined ? '' : inline([place.file, place.line, place.col].filter((part) => part !== undefined).join(':'));
    const again = item.commands.replay ?? item.commands.again;
    return `| ${level} | ${cell(item.path)} | ${inline(rule)} | ${cell(message)} | ${where} | ${again === undefined ? '' : inline(again)} |`;
  });
  return ['| | where | what | message | at | again |', '|---|---|---|---|---|---|', ...rows].join('\n');
}

/** In a cell neither lines nor bars nor elements. */
function cell(text: string): string {
  const short = cutUtf8(visible(text), MESSAGE_BYTES_MAX);
  return short.replace(/[&<>[\]\\*_`|]/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll('\n', '<br>');
}

/** Code, which no back-tick inside may end. */
function inline(text: string): string {
  return `<code>${cell(visibleLine(text))}</code>`;
}

function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return `${fence}sh\n${visibleLine(text)}\n${fence}`;
}
