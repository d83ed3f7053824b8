/** `fozzy profile diff`: compare what two runs spent. */
import type { Command } from './command.ts';
import { domainFlags } from './profile/domain-flags.ts';

export const profileDiff: Command = {
  words: ['profile', 'diff'],
  about: 'compare what two runs spent',
  when: 'to see whether a change made something slower, larger or busier',
  how: 'fozzy profile diff last-pass latest',
  arguments: [
    { name: 'left', about: 'the run before: one, or several with commas between', required: true, holds: 'selector' },
    { name: 'right', about: 'the run after: one, or several with commas between', required: true, holds: 'selector' },
  ],
  flags: [...domainFlags()],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./profile/perform-diff.ts')).performProfileDiff(options, context),
};
