/** `fozzy runs prune`: gives disk space back. */
import type { Command } from './command.ts';

export const runsPrune: Command = {
  words: ['runs', 'prune'],
  about: 'remove old runs; never one that an alias names, one that is running, or anything else',
  when: 'when recorded runs take too much space',
  how: 'fozzy runs prune --keep 20',
  arguments: [],
  flags: [
    { name: 'keep', type: { kind: 'u53' }, about: 'keep this many newest runs' },
    { name: 'older-than', type: { kind: 'duration' }, about: 'remove runs that finished longer ago than this' },
    { name: 'max-size-mb', type: { kind: 'u53' }, about: 'remove the oldest runs until the rest fits into this many MiB' },
    { name: 'dry-run', type: { kind: 'switch' }, about: 'only tell what would be removed' },
  ],
  loadsConfig: true,
  perform: async (options, context) => (await import('./runs-prune/perform.ts')).performRunsPrune(options, context),
};
