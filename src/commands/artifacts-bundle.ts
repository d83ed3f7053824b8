/** `fozzy artifacts bundle`: a run together with the verdicts about it. */
import type { Command } from './command.ts';

export const artifactsBundle: Command = {
  words: ['artifacts', 'bundle'],
  about: 'pack a run together with the reports of trace verify, replay and ci',
  when: 'to hand over a reproduction that has already been judged',
  how: 'fozzy artifacts bundle last-fail --out bundle.zip',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [{ name: 'out', type: { kind: 'path' }, about: 'a zip file if it ends in .zip, else a directory; required' }],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./artifacts/perform-export.ts')).performArtifactsExport(options, context, 'bundle'),
};
