/** `fozzy env`: the machine, the build and the backends that would be used here. */
import type { Command } from './command.ts';

export const env: Command = {
  words: ['env'],
  about: 'show the machine, the build and the backends that config and flags select',
  when: 'to see which backends are active before you trust a result',
  how: 'fozzy env --json',
  arguments: [],
  flags: [],
  backends: 'host',
  loadsConfig: true,
  perform: async (_options, context) => (await import('./env/perform.ts')).performEnv(context),
};
