/** `fozzy corpus minimize`: the same coverage from fewer inputs. */
import type { Command } from './command.ts';

export const corpusMinimize: Command = {
  words: ['corpus', 'minimize'],
  about: 'remove duplicates from a corpus; with a target, all inputs that are not needed to reach what the corpus reaches',
  when: 'when a corpus has grown so large that trying it takes long',
  how: 'fozzy corpus minimize .fozzy/corpora/default --target src/parse.ts#parse',
  arguments: [{ name: 'dir', about: 'the directory of the corpus', required: true, holds: 'path' }],
  flags: [
    {
      name: 'target',
      type: { kind: 'text' },
      about: 'what is fuzzed with it, such as src/parse.ts#parse: keeps a smallest part with equal coverage',
    },
    {
      name: 'budget',
      type: { kind: 'duration' },
      about: 'real time to spend at most; when it is used up the corpus stays as it was',
      default: '60s',
    },
  ],
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./corpus/perform-minimize.ts')).performCorpusMinimize(options, context),
};
