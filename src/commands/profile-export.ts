/** `fozzy profile export`: a profile in the format of another tool. */
import type { Command } from './command.ts';
import { exportFormats } from './profile/export-formats.ts';

export const profileExport: Command = {
  words: ['profile', 'export'],
  about: 'a profile in the format of another tool',
  when: 'to look at a run in speedscope, pprof or a tracing backend',
  how: 'fozzy profile export latest --format speedscope --out profile.speedscope.json',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    { name: 'format', type: { kind: 'choice', values: exportFormats }, about: 'the format' },
    { name: 'out', type: { kind: 'path' }, about: 'write it to this file instead of printing it' },
  ],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./profile/perform-export.ts')).performProfileExport(options, context),
};
