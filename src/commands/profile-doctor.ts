/** `fozzy profile doctor`: every profile command exercised, and what it makes read back. */
import type { Command } from './command.ts';

export const profileDoctor: Command = {
  words: ['profile', 'doctor'],
  about: 'exercise every profile command and read back what it makes',
  when: 'to see whether profiling works here, or on one run of yours',
  how: 'fozzy profile doctor',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace; a sample without it', required: false, holds: 'selector' }],
  flags: [{ name: 'deep', type: { kind: 'switch' }, about: 'also capture processor time of code and look for its source lines' }],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./profile/perform-doctor.ts')).performProfileDoctor(options, context),
};
