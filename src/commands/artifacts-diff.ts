/** `fozzy artifacts diff`: two runs, file by file. */
import type { Command } from './command.ts';

export const artifactsDiff: Command = {
  words: ['artifacts', 'diff'],
  about: 'compare the files, reports and traces of two runs',
  when: 'to see in what two runs differ before looking closer',
  how: 'fozzy artifacts diff good.fozzy bad.fozzy',
  arguments: [
    { name: 'left', about: 'a run or a trace', required: true, holds: 'selector' },
    { name: 'right', about: 'another one', required: true, holds: 'selector' },
  ],
  flags: [],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./artifacts/perform-diff.ts')).performArtifactsDiff(options, context),
};
