/** `fozzy report merge`: the shards of one command as the run it would have been without them. */
import type { Command } from './command.ts';
import { reporterFlag } from './flag-groups.ts';

export const reportMerge: Command = {
  words: ['report', 'merge'],
  about: 'put the shards of an `explore` or `test` together into one run with one verdict',
  when: 'after `--shard 1/n` to `n/n` ran on several machines, to have one result',
  how: 'fozzy report merge shards/1 shards/2',
  arguments: [
    { name: 'runs', about: 'every shard, as a run or its directory, in any order', required: true, variadic: true, holds: 'selector' },
  ],
  flags: [reporterFlag],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./report/perform-merge.ts')).performReportMerge(options, context),
};
