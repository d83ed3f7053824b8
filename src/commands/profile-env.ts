/** `fozzy profile env`: what can be profiled here. */
import type { Command } from './command.ts';

export const profileEnv: Command = {
  words: ['profile', 'env'],
  about: 'what can be profiled on this machine, tried out now',
  when: 'to see why a profile has no processor time',
  how: 'fozzy profile env',
  arguments: [],
  flags: [],
  backends: 'host',
  loadsConfig: true,
  perform: async (_options, context) => (await import('./profile/perform-env.ts')).performProfileEnv(context),
};
