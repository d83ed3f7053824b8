/** `fozzy artifacts ls`: which files a run left. */
import type { Command } from './command.ts';

export const artifactsLs: Command = {
  words: ['artifacts', 'ls'],
  about: 'list the files of a run, its trace first',
  when: 'to see what a run left and where',
  how: 'fozzy artifacts ls latest',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./artifacts/perform-ls.ts')).performArtifactsLs(options, context),
};
