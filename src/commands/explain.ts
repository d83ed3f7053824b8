/** `fozzy explain`: why a recorded run failed. */
import type { Command } from './command.ts';

export const explain: Command = {
  words: ['explain'],
  about:
    'say in sentences why a recorded run failed: which order, faults or parts of an input it needs, and what the calm run does instead',
  when: 'after a search has found something: before reading code',
  how: 'fozzy explain last-fail',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [{ name: 'budget', type: { kind: 'duration' }, about: 'how long to take away what the failure does not need', default: '15s' }],
  takesSelector: true,
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./explain/perform.ts')).performExplain(options, context),
};
