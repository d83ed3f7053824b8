/** `fozzy certificate verify`: whether a search of everything was one. */
import type { Command } from './command.ts';

export const certificateVerify: Command = {
  words: ['certificate', 'verify'],
  about: 'count the schedules of a certificate again, in another way than the search that wrote it',
  when: 'before you rely on a search that says it has tried everything',
  how: 'fozzy certificate verify last-pass',
  arguments: [{ name: 'certificate', about: 'a run that wrote a certificate, or the file itself', required: true, holds: 'selector' }],
  flags: [{ name: 'time', type: { kind: 'duration' }, about: 'real time to spend at most', default: '60s' }],
  takesSelector: true,
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./certificate/perform.ts')).performCertificateVerify(options, context),
};
