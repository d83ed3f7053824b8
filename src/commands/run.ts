/** `fozzy run`: one steps scenario or simulation, the debug loop. */
import type { Command } from './command.ts';
import { detFlag, memoryFlags, onlyFlag, profileFlag, recordFlags, reporterFlag, seedFlag, timeoutFlag, watchFlag } from './flag-groups.ts';

export const run: Command = {
  words: ['run'],
  about: 'execute one steps scenario, or one schedule of a simulation',
  when: 'to try a scenario while you work on it; a run that does not pass leaves a trace',
  how: 'fozzy run tests/example.fozzy.json --det',
  arguments: [{ name: 'scenario', about: 'the scenario file', required: true, holds: 'scenario' }],
  flags: [detFlag, seedFlag, timeoutFlag, onlyFlag, reporterFlag, ...recordFlags, ...memoryFlags, profileFlag, watchFlag],
  backends: 'host',
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./run/perform.ts')).performRun(options, context),
};
