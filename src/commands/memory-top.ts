/** `fozzy memory top`: what took the most. */
import type { Command } from './command.ts';

export const memoryTop: Command = {
  words: ['memory', 'top'],
  about: 'list leaks and peaks of a run, largest first',
  when: 'to find the leak that is worth looking at first',
  how: 'fozzy memory top leaking.fozzy --limit 5',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [{ name: 'limit', type: { kind: 'u53' }, about: 'show at most this many', default: '10' }],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./memory/perform-top.ts')).performMemoryTop(options, context),
};
