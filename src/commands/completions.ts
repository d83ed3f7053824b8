/** `fozzy completions`: the script that teaches a shell to complete Fozzy's commands, flags and values. */
import type { Command } from './command.ts';
import { shells } from './completions/shells.ts';

export const completions: Command = {
  words: ['completions'],
  about: 'print the completion script of a shell',
  when: 'to let the Tab key complete commands, flags, scenarios and runs',
  how: 'fozzy completions bash',
  arguments: [{ name: 'shell', about: 'the shell that will read the script', required: true, values: shells }],
  flags: [],
  loadsConfig: false,
  perform: async (options) => (await import('./completions/perform.ts')).performCompletions(options),
};
