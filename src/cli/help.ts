/** Help, made from the table of commands: what Fozzy can do, what a group holds, how one command is called. */
import type { Argument, Command, Flag } from '../commands/command.ts';
import type { Paint } from '../report/paint.ts';
import { joinLines, paragraph, section } from '../report/text-block.ts';
import { padEnd, textWidth } from '../report/text-width.ts';
import { commandsBelow, findCommand } from './find-command.ts';
import { argumentUsage, flagUsage, valuesOf } from './flag-words.ts';
import { backendFlags, globalFlags } from './global-flags.ts';

export interface HelpStyle {
  readonly paint: Paint;
  readonly columns: number;
}

const motto = 'Fozzy finds the failures that ordinary tests miss, and makes every one reproducible.';

/** Prose longer than this is hard to read, however wide the screen. */
const widthMost = 100;
/** A left column wider than this leaves too little room for the sentences beside it. */
const labelMost = 34;

export function renderHelp(words: readonly string[], commands: readonly Command[], style: HelpStyle): string {
  const found = words.length === 0 ? { kind: 'group' as const, words } : findCommand(words, commands);
  const lines = found.kind === 'command' ? commandHelp(found.command, style) : groupHelp(found.words, commands, style);
  return `${joinLines(lines)}\n`;
}

function groupHelp(words: readonly string[], commands: readonly Command[], style: HelpStyle): string[] {
  const { paint } = style;
  const called = ['fozzy', ...words].join(' ');
  const intro = words.length === 0 ? [...paragraph(motto, { first: '', hanging: '', widthMax: widthOf(style) }), ''] : [];
  const rows = commandsBelow(words, commands).map((command): Row => [command.words.join(' '), aboutOf(command)]);
  return [
    ...intro,
    usageLine(words.length === 0 ? 'fozzy [global flags] <command> [arguments] [flags]' : `${called} <command> [arguments] [flags]`, paint),
    ...section('Commands', rowLines(rows, style), paint),
    ...(words.length === 0
      ? section('Global flags', rowLines([...globalFlags, ...backendFlags].map(flagRow).concat(topLevelRows), style), paint)
      : []),
    '',
    `Run ${paint.cyan(`${called} <command> --help`)} for the flags of one command.`,
  ];
}

function commandHelp(command: Command, style: HelpStyle): string[] {
  const { paint } = style;
  const called = ['fozzy', ...command.words].join(' ');
  const signature = [called, ...command.arguments.map(argumentUsage), ...(command.flags.length > 0 ? ['[flags]'] : [])].join(' ');
  const globals = command.backends === undefined ? globalFlags : [...globalFlags, ...backendFlags];
  return [
    ...paragraph(sentence(command.about), { first: '', hanging: '', widthMax: widthOf(style) }),
    '',
    usageLine(signature, paint),
    ...section('Arguments', rowLines(command.arguments.map(argumentRow), style), paint),
    ...selectorLines(command, style),
    ...section('Flags', rowLines(command.flags.map(flagRow), style), paint),
    ...section('Global flags', rowLines([...globals.map(flagRow), helpRow], style), paint),
    ...section('Example', [`  ${paint.cyan(command.how)}`], paint),
  ];
}

type Row = readonly [label: string, text: string];

const helpRow: Row = ['-h, --help', 'show this help'];
const topLevelRows: readonly Row[] = [helpRow, ['-V, --version', 'show the version']];

function selectorLines(command: Command, style: HelpStyle): string[] {
  if (command.takesSelector !== true) return [];
  const text = 'RUN_OR_TRACE is one of latest, last-pass, last-fail, or a run id, a run directory, or a .fozzy trace file.';
  return ['', ...paragraph(text, { first: '', hanging: '', widthMax: widthOf(style) })];
}

function argumentRow(argument: Argument): Row {
  return [argumentUsage(argument), `${argument.about}${possible(argument.values)}`];
}

function flagRow(flag: Flag): Row {
  const negation = flag.type.kind === 'switch' && flag.type.negatable === true ? [`--no-${flag.name}`] : [];
  const others = [...(flag.aliases ?? []).map((alias) => `--${alias}`), ...negation];
  const notes = [
    possible(valuesOf(flag)),
    others.length > 0 ? ` [also: ${others.join(', ')}]` : '',
    flag.default === undefined ? '' : ` [default: ${flag.default}]`,
  ];
  return [flagUsage(flag), `${flag.about}${notes.join('')}`];
}

function possible(values: readonly string[] | undefined): string {
  return values === undefined ? '' : ` [possible values: ${values.join(', ')}]`;
}

function aboutOf(command: Command): string {
  const aliases = (command.aliases ?? []).map((alias) => alias.join(' '));
  return aliases.length === 0 ? command.about : `${command.about} [also: ${aliases.join(', ')}]`;
}

function rowLines(rows: readonly Row[], style: HelpStyle): string[] {
  const widths = rows.map(([label]) => textWidth(label)).filter((width) => width <= labelMost);
  const labelWidth = Math.max(0, ...widths);
  const hanging = ' '.repeat(labelWidth + 4);
  return rows.flatMap(([label, text]) => {
    const head = style.paint.cyan(padEnd(label, labelWidth));
    if (textWidth(label) > labelWidth) return [`  ${head}`, ...paragraph(text, { first: hanging, hanging, widthMax: widthOf(style) })];
    return paragraph(text, { first: `  ${head}  `, hanging, widthMax: widthOf(style) });
  });
}

function usageLine(signature: string, paint: Paint): string {
  return `${paint.bold('Usage:')} ${signature}`;
}

function widthOf({ columns }: HelpStyle): number {
  return Math.min(columns, widthMost);
}

function sentence(about: string): string {
  const text = about.charAt(0).toUpperCase() + about.slice(1);
  return text.endsWith('.') ? text : `${text}.`;
}
