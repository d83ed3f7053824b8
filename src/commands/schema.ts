/** `fozzy schema`, also `fozzy steps`: everything a scenario file may contain. */
import type { Command } from './command.ts';

export const schema: Command = {
  words: ['schema'],
  aliases: [['steps']],
  about: 'list every step, invariant and fault with its fields and an example',
  when: 'to look up how a scenario is written, or to feed an editor with the JSON Schema',
  how: 'fozzy schema http_request',
  arguments: [{ name: 'type', about: 'show only this step, invariant or fault type', required: false }],
  flags: [],
  loadsConfig: false,
  perform: async (options, context) => (await import('./schema/perform.ts')).performSchema(options, context),
};
