/** `fozzy corpus list`: what a corpus holds. */
import type { Command } from './command.ts';

export const corpusList: Command = {
  words: ['corpus', 'list'],
  about: 'list the inputs of a corpus with their sizes and digests',
  when: 'to see what a search begins with',
  how: 'fozzy corpus list .fozzy/corpora/default',
  arguments: [{ name: 'dir', about: 'the directory of the corpus', required: true, holds: 'path' }],
  flags: [],
  loadsConfig: true,
  perform: async (options, context) => (await import('./corpus/perform-list.ts')).performCorpusList(options, context),
};
