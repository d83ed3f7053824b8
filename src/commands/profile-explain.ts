/** `fozzy profile explain`: name the operation that is responsible for what a run spent. */
import type { Command } from './command.ts';

export const profileExplain: Command = {
  words: ['profile', 'explain'],
  about: 'name the operation that is responsible for what a run spent',
  when: 'to learn what made a run slower than another one',
  how: 'fozzy profile explain latest --diff-with last-pass',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [{ name: 'diff-with', type: { kind: 'text' }, about: 'the run to compare with, as RUN_OR_TRACE' }],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./profile/perform-explain.ts')).performProfileExplain(options, context),
};
