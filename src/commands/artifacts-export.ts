/** `fozzy artifacts export`: the files of a run, somewhere else. */
import type { Command } from './command.ts';

export const artifactsExport: Command = {
  words: ['artifacts', 'export'],
  about: 'copy all files of a run into a zip file or a directory, and check every copy',
  when: 'to keep a run beyond pruning, or to hand it to another tool',
  how: 'fozzy artifacts export latest --out run.zip',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [{ name: 'out', type: { kind: 'path' }, about: 'a zip file if it ends in .zip, else a directory; required' }],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./artifacts/perform-export.ts')).performArtifactsExport(options, context, 'export'),
};
