/** `fozzy show`: the story of a recorded run. */
import type { Command } from './command.ts';

export const show: Command = {
  words: ['show'],
  about: 'tell what happened in a recorded run, machine by machine, up to where it failed',
  when: 'to understand a failure: who asked what, what was read and written, which fault struck when',
  how: 'fozzy show last-fail',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [{ name: 'all', type: { kind: 'switch' }, about: 'also what is only scheduling and looking around' }],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./show/perform.ts')).performShow(options, context),
};
