/** A small table with one command of every sort, for tests of the command line. */
import type { Command, Options } from '../../src/commands/command.ts';

const rest = { when: 'in tests', loadsConfig: false, perform: echo } as const;

export const sampleTable: readonly Command[] = [
  {
    ...rest,
    words: ['run'],
    about: 'execute one scenario',
    how: 'fozzy run a.fozzy.json',
    backends: 'host',
    arguments: [{ name: 'scenario', about: 'the scenario file', required: true, holds: 'scenario' }],
    flags: [
      { name: 'det', type: { kind: 'switch' }, about: 'virtual time' },
      { name: 'mem-track', type: { kind: 'switch', negatable: true }, about: 'report memory' },
      { name: 'seed', type: { kind: 'u64' }, about: 'seed of all draws', default: 'random' },
      { name: 'timeout', type: { kind: 'duration' }, about: 'limit of the whole run' },
      { name: 'mem-limit-mb', type: { kind: 'u53' }, about: 'ceiling' },
      { name: 'leak-budget', type: { kind: 'bytes' }, about: 'bytes that may leak' },
      { name: 'record', type: { kind: 'path' }, about: 'where the trace goes' },
      { name: 'record-collision', type: { kind: 'choice', values: ['append', 'overwrite', 'error'] }, about: 'if the target exists' },
      { name: 'shrink', type: { kind: 'switch' }, about: 'minimise failures', aliases: ['minimize'] },
    ],
  },
  {
    ...rest,
    words: ['test'],
    about: 'execute a set of scenarios',
    how: 'fozzy test',
    backends: 'host',
    arguments: [{ name: 'patterns', about: 'files and globs', required: false, variadic: true, holds: 'scenario' }],
    flags: [
      { name: 'filter', type: { kind: 'text' }, about: 'part of path or name' },
      { name: 'tag', type: { kind: 'list' }, about: 'groups of a suite' },
      { name: 'with', type: { kind: 'list', values: ['run', 'fuzz', 'all'] }, about: 'kinds' },
      { name: 'flake-budget', type: { kind: 'number' }, about: 'percent' },
    ],
  },
  {
    ...rest,
    words: ['trace', 'verify'],
    about: 'check a trace',
    how: 'fozzy trace verify latest',
    takesSelector: true,
    arguments: [{ name: 'selector', about: 'the run to check', required: true, holds: 'selector' }],
    flags: [],
  },
  { ...rest, words: ['trace', 'show'], about: 'show a trace', how: 'fozzy trace show latest', arguments: [], flags: [] },
  { ...rest, words: ['schema'], aliases: [['steps']], about: 'list steps', how: 'fozzy schema', arguments: [], flags: [] },
  { ...rest, words: ['fuzz'], about: 'search inputs', how: 'fozzy fuzz x', backends: 'refused', arguments: [], flags: [] },
  {
    ...rest,
    words: ['completions'],
    about: 'print a script',
    how: 'fozzy completions bash',
    arguments: [{ name: 'shell', about: 'the shell', required: true, values: ['bash', 'zsh'] }],
    flags: [],
  },
];

async function echo(options: Options) {
  return { document: { schemaVersion: 'fozzy.echo.v1', options }, exitCode: 0, text: 'echoed' };
}
