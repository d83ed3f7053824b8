/** `fozzy artifacts pack`: a run with everything that is needed to understand it elsewhere. */
import type { Command } from './command.ts';

export const artifactsPack: Command = {
  words: ['artifacts', 'pack'],
  about: 'export a run together with its events, environment, version and command line',
  when: 'to attach a reproduction to a bug report',
  how: 'fozzy artifacts pack last-fail --out repro.zip',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [{ name: 'out', type: { kind: 'path' }, about: 'a zip file if it ends in .zip, else a directory; required' }],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./artifacts/perform-export.ts')).performArtifactsExport(options, context, 'pack'),
};
