/** `fozzy explore`: searches the schedules and faults of a simulation or a distributed scenario for a run that fails. */
import { strategyNames } from '../campaign/explore/strategy-names.ts';
import type { Command } from './command.ts';
import { shardFlag } from './shard-option.ts';
import { onlyFlag, profileFlag, recordFlags, reporterFlag, seedFlag, watchFlag } from './flag-groups.ts';

export const explore: Command = {
  words: ['explore'],
  about: 'search the schedules and faults of a simulation or a distributed scenario for a run that fails',
  when: 'to find the order of events, or the fault, that breaks a program',
  how: 'fozzy explore tests/counter.fozzy.ts --runs 200',
  arguments: [
    {
      name: 'scenario',
      about: 'the simulation (*.fozzy.ts) or the distributed scenario (*.fozzy.json)',
      required: true,
      holds: 'scenario',
    },
  ],
  flags: [
    seedFlag,
    { name: 'runs', type: { kind: 'u53' }, about: 'schedules to try at most', default: '1000' },
    { name: 'time', type: { kind: 'duration' }, about: 'real time to spend at most', default: '60s' },
    {
      name: 'schedule',
      type: { kind: 'choice', values: strategyNames },
      about:
        'how to search: deviations from the calm run in increasing number (fifo), walks that are random, by priority (pct) or by weight (urw), everything depth or breadth first (dfs, bfs), from where something new was seen (coverage_guided), or several of them, whichever shows most that is new (portfolio)',
      default: 'portfolio; fifo for distributed scenarios',
    },
    {
      name: 'steps',
      type: { kind: 'u53' },
      about: 'transitions or events after which one schedule is given up',
      default: '200000; 10000 for distributed scenarios',
    },
    { name: 'nodes', type: { kind: 'u53' }, about: 'distributed scenarios: this many nodes n0, n1, … instead of those of the file' },
    {
      name: 'faults',
      type: { kind: 'text' },
      about:
        'distributed scenarios: other faults than those of the file: none, partition-first-two, heal-first-two, crash-first, restart-first (comma list), or a file',
    },
    {
      name: 'checker',
      type: { kind: 'text' },
      about: 'distributed scenarios: other invariants than those of the file, for example kv_all_equal:x (comma list)',
    },
    {
      name: 'http',
      type: { kind: 'choice', values: ['fast', 'wire'] },
      about: 'how HTTP travels between machines: as objects, or as parsed bytes',
      default: 'fast',
    },
    {
      name: 'shrink',
      aliases: ['minimize'],
      type: { kind: 'switch' },
      about: 'reduce the failing run to what it needs: fewer faults, clients and switches',
    },
    {
      name: 'jobs',
      type: { kind: 'u53' },
      about: 'divide the search among this many processes, at most 16; the result is the same for any number',
      default: 'one search in this process',
    },
    shardFlag,
    onlyFlag,
    reporterFlag,
    ...recordFlags,
    profileFlag,
    watchFlag,
  ],
  backends: 'refused',
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./explore/perform.ts')).performExplore(options, context),
};
