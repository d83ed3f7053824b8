/** `fozzy usage`: when to reach for which command. */
import type { Command } from './command.ts';

/** The table is passed as a question, because this command stands in it. */
export function usage(table: () => readonly Command[]): Command {
  return {
    words: ['usage'],
    about: 'tell when to use which command, with a line to copy',
    when: 'to find the right command',
    how: 'fozzy usage',
    arguments: [],
    flags: [],
    loadsConfig: false,
    perform: async (_options, context) => (await import('./usage/perform.ts')).performUsage(table(), context),
  };
}
