/** `fozzy corpus export`: a corpus as one file. */
import type { Command } from './command.ts';

export const corpusExport: Command = {
  words: ['corpus', 'export'],
  about: 'pack all inputs of a corpus into a zip file',
  when: 'to hand a corpus to another machine or to keep it with a release',
  how: 'fozzy corpus export .fozzy/corpora/default --out corpus.zip',
  arguments: [{ name: 'dir', about: 'the directory of the corpus', required: true, holds: 'path' }],
  flags: [{ name: 'out', type: { kind: 'path' }, about: 'the zip file to write; required' }],
  loadsConfig: true,
  perform: async (options, context) => (await import('./corpus/perform-export.ts')).performCorpusExport(options, context),
};
