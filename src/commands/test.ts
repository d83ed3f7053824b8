/** `fozzy test`: a set of scenarios, as CI wants them. */
import type { Command } from './command.ts';
import { detFlag, memoryFlags, recordFlags, reporterFlag, seedFlag, timeoutFlag, watchFlag } from './flag-groups.ts';
import { shardFlag } from './shard-option.ts';

export const test: Command = {
  words: ['test'],
  about: 'execute scenarios and suites, many at a time',
  when: 'to run all scenarios, for example in CI',
  how: 'fozzy test --det',
  arguments: [
    {
      name: 'patterns',
      about: 'scenario, simulation or suites files, or globs [default: tests/**/*.fozzy.{json,ts,mts,js,mjs}]',
      required: false,
      variadic: true,
      holds: 'scenario',
    },
  ],
  flags: [
    detFlag,
    seedFlag,
    timeoutFlag,
    {
      name: 'jobs',
      type: { kind: 'u53' },
      about: 'scenarios in flight at the same time',
      default: 'number of CPUs; 1 with a host backend',
    },
    { name: 'runs', type: { kind: 'u53' }, about: 'schedules to try of each simulation', default: '50' },
    { name: 'filter', type: { kind: 'text' }, about: 'only scenarios whose path or name contains this' },
    { name: 'tag', type: { kind: 'list' }, about: 'only members of suite groups with one of these tags' },
    { name: 'fail-fast', type: { kind: 'switch' }, about: 'start nothing new after a failure' },
    shardFlag,
    reporterFlag,
    ...recordFlags,
    ...memoryFlags,
    watchFlag,
  ],
  backends: 'host',
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./test/perform.ts')).performTest(options, context),
};
