/** `fozzy profile top`: where time, memory, input and output of a run went. */
import type { Command } from './command.ts';
import { domainFlags } from './profile/domain-flags.ts';

export const profileTop: Command = {
  words: ['profile', 'top'],
  about: 'where time, memory, input and output of a run went',
  when: 'to see what a run spent, and on what',
  how: 'fozzy profile top latest',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [...domainFlags(), { name: 'limit', type: { kind: 'u53' }, about: 'rows per domain', default: '10' }],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./profile/perform-top.ts')).performProfileTop(options, context),
};
