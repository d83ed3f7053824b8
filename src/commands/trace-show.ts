/** `fozzy trace show`: what a trace holds, for people. */
import type { Command } from './command.ts';

export const traceShow: Command = {
  words: ['trace', 'show'],
  about: 'show what a trace holds: its run, its findings, and its decisions and events if asked for',
  when: 'to see what happened in a recorded run and in which order',
  how: 'fozzy trace show latest --decisions --limit 20',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    { name: 'decisions', type: { kind: 'switch' }, about: 'list the decisions' },
    { name: 'events', type: { kind: 'switch' }, about: 'list the events' },
    { name: 'limit', type: { kind: 'u53' }, about: 'list at most this many of each, from the start', default: '100' },
  ],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./trace-show/perform.ts')).performTraceShow(options, context),
};
