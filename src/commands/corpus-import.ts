/** `fozzy corpus import`: the inputs of somebody's archive. */
import type { Command } from './command.ts';

export const corpusImport: Command = {
  words: ['corpus', 'import'],
  about: 'unpack a zip file into a corpus, after every entry of it was found harmless',
  when: 'to take over inputs that others found',
  how: 'fozzy corpus import inputs.zip --out .fozzy/corpora/imported',
  arguments: [{ name: 'zip', about: 'the archive', required: true, holds: 'path' }],
  flags: [
    { name: 'out', type: { kind: 'path' }, about: 'the directory to unpack into; files that exist are never replaced; required' },
    { name: 'max-entries', type: { kind: 'u53' }, about: 'refuse archives with more entries', default: '10000' },
    { name: 'max-total-mb', type: { kind: 'u53' }, about: 'refuse archives that unpack to more MiB', default: '1024' },
  ],
  loadsConfig: true,
  perform: async (options, context) => (await import('./corpus/perform-import.ts')).performCorpusImport(options, context),
};
