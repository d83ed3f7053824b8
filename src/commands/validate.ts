/** `fozzy validate`: the verdict of every executing command, without executing. */
import type { Command } from './command.ts';

export const validate: Command = {
  words: ['validate'],
  about: 'check a scenario file and list all its problems, without running it',
  when: 'to check a scenario while you write it',
  how: 'fozzy validate tests/example.fozzy.json',
  arguments: [{ name: 'scenario', about: 'the scenario file', required: true, holds: 'scenario' }],
  flags: [],
  loadsConfig: true,
  perform: async (options, context) => (await import('./validate/perform.ts')).performValidate(options, context),
};
