import { expect, test } from 'vitest';
import { renderOverview } from '../commands/schema/text.ts';
import { commands } from '../commands/table.ts';
import { performUsage } from '../commands/usage/perform.ts';
import { ansiPaint, plainPaint } from '../report/paint.ts';
import { textWidth } from '../report/text-width.ts';
import { renderHelp } from './help.ts';
import { sampleTable } from '../../tests/support/sample-table.ts';

const plain = { paint: plainPaint, columns: Number.POSITIVE_INFINITY };

test('the top level lists every command with its sentence and every global flag', () => {
  const help = renderHelp([], sampleTable, plain);
  for (const command of sampleTable) expect(help).toContain(command.about);
  for (const flag of [
    '--config',
    '--cwd',
    '--log',
    '--json',
    '--no-color',
    '--strict',
    '--unsafe',
    '--proc-backend',
    '--help',
    '--version',
  ])
    expect(help).toContain(flag);
});

test('a group lists its own commands only', () => {
  const help = renderHelp(['trace'], sampleTable, plain);
  expect(help).toContain('trace verify');
  expect(help).not.toContain('execute one scenario');
});

test('a command shows usage, arguments, flags with values and defaults, aliases, and its example', () => {
  const help = renderHelp(['run'], sampleTable, plain);
  expect(help).toContain('Usage: fozzy run <SCENARIO> [flags]');
  expect(help).toMatch(/--seed <SEED> +seed of all draws \[default: random\]/);
  expect(help).toMatch(/--record-collision <RECORD_COLLISION>\s+if the target exists \[possible values: append, overwrite, error\]/);
  expect(help).toMatch(/--shrink +minimise failures \[also: --minimize\]/);
  expect(help).toMatch(/--mem-track +report memory \[also: --no-mem-track\]/);
  expect(help).toContain('fozzy run a.fozzy.json');
});

test('backend flags are shown only where they can be honoured', () => {
  expect(renderHelp(['run'], sampleTable, plain)).toContain('--proc-backend');
  expect(renderHelp(['schema'], sampleTable, plain)).not.toContain('--proc-backend');
});

test('every command that takes a selector explains RUN_OR_TRACE with its aliases', () => {
  for (const command of commands.filter(({ takesSelector }) => takesSelector === true)) {
    const help = renderHelp(command.words, commands, plain);
    expect(help).toContain('RUN_OR_TRACE');
    expect(help).toContain('latest, last-pass, last-fail');
  }
});

test('an alias has the help of its command', () => {
  expect(renderHelp(['steps'], sampleTable, plain)).toBe(renderHelp(['schema'], sampleTable, plain));
});

test('lines fit a narrow terminal and colour changes nothing but colour', () => {
  for (const columns of [60, 80, 100]) {
    const help = renderHelp(['run'], sampleTable, { paint: plainPaint, columns });
    expect(help.split('\n').filter((line) => textWidth(line) > columns)).toEqual([]);
  }
  const painted = renderHelp(['run'], sampleTable, { paint: ansiPaint, columns: 80 });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control sequences
  expect(painted.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderHelp(['run'], sampleTable, { paint: plainPaint, columns: 80 }));
});

test('every command of the table has help that ends in one newline', () => {
  for (const command of commands) expect(renderHelp(command.words, commands, plain)).toMatch(/[^\n]\n$/);
});

test('no sentence of help, usage and the list of types is wider than the screen', () => {
  const style = { paint: plainPaint, columns: 80 };
  const texts = [renderHelp([], commands, style), performUsage(commands, style).text ?? '', renderOverview([], style)];
  // Lines that are to be copied stay whole.
  const prose = texts.flatMap((text) => text.split('\n')).filter((line) => !/^ +fozzy /u.test(line));
  expect(prose.filter((line) => textWidth(line) > 80)).toEqual([]);
});
