/** `fozzy version`: which build this is. */
import type { Command } from './command.ts';

export const version: Command = {
  words: ['version'],
  about: 'tell version, commit and date of the installed build',
  when: 'to say which Fozzy you run',
  how: 'fozzy version --json',
  arguments: [],
  flags: [],
  loadsConfig: false,
  perform: async () => (await import('./version/perform.ts')).performVersion(),
};
