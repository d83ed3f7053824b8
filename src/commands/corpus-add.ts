/** `fozzy corpus add`: inputs from elsewhere, one file or a whole directory of them. */
import type { Command } from './command.ts';

export const corpusAdd: Command = {
  words: ['corpus', 'add'],
  about: 'add an input to a corpus, or all inputs of another directory; what is there already stays as it is',
  when: 'to begin a search with samples you have, or to merge corpora, also those of other fuzzers',
  how: 'fozzy corpus add .fozzy/corpora/default tests/example.fozzy.json',
  arguments: [
    { name: 'dir', about: 'the directory of the corpus; made if it is not there', required: true, holds: 'path' },
    { name: 'file', about: 'the input, or a directory of inputs, one per file', required: true, holds: 'path' },
  ],
  flags: [],
  loadsConfig: true,
  perform: async (options, context) => (await import('./corpus/perform-add.ts')).performCorpusAdd(options, context),
};
