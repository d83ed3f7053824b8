/** `fozzy runs ls`: the recorded runs of this project. */
import type { Command } from './command.ts';

export const runsLs: Command = {
  words: ['runs', 'ls'],
  about: 'list the recorded runs, newest first, with their size and the targets of the aliases',
  when: 'to find a run id, or to see what fills the disk',
  how: 'fozzy runs ls --limit 10',
  arguments: [],
  flags: [
    { name: 'limit', type: { kind: 'u53' }, about: 'show at most this many runs', default: '50' },
    {
      name: 'status',
      type: { kind: 'choice', values: ['pass', 'fail', 'error', 'timeout', 'crash'] },
      about: 'only runs that ended like this',
    },
    {
      name: 'mode',
      type: { kind: 'choice', values: ['run', 'test', 'fuzz', 'explore', 'replay', 'shrink'] },
      about: 'only runs of this command',
    },
  ],
  loadsConfig: true,
  perform: async (options, context) => (await import('./runs-ls/perform.ts')).performRunsLs(options, context),
};
