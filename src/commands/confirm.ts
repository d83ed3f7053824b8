/** `fozzy confirm`: whether a failure of a simulation is there on real Node, too. */
import type { Command } from './command.ts';

export const confirm: Command = {
  words: ['confirm'],
  about: 'force the order a simulation failed in on real Node, with real files and sockets, and say whether it fails there too',
  when: 'after a search has found something: before doubting the simulation',
  how: 'fozzy confirm last-fail',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    { name: 'budget', type: { kind: 'duration' }, about: 'how long to take away what the failure does not need', default: '15s' },
    { name: 'time', type: { kind: 'duration' }, about: 'how long the real run may take', default: '60s' },
  ],
  takesSelector: true,
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./confirm/perform.ts')).performConfirm(options, context),
};
