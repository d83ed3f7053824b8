/** `fozzy doctor`: whether this machine, this project and a subject are fit for Fozzy. */
import type { Command } from './command.ts';

export const doctor: Command = {
  words: ['doctor'],
  about: 'check the runtime, the config and the stored runs; what a subject touches; whether a scenario is deterministic',
  when: 'when something is odd, and before a subject is simulated for the first time',
  how: 'fozzy doctor',
  arguments: [
    { name: 'file', about: 'a simulation or a program: tell what it will touch and how that is served', required: false, holds: 'path' },
  ],
  flags: [
    { name: 'deep', type: { kind: 'switch' }, about: 'execute a scenario several times in separate processes and compare' },
    { name: 'scenario', type: { kind: 'path' }, about: 'the scenario or simulation to execute; needs --deep', default: '<file>' },
    { name: 'runs', type: { kind: 'u53' }, about: 'how many times; needs --deep', default: '3' },
    { name: 'seed', type: { kind: 'u64' }, about: 'seed of every execution; needs --deep', default: '3235823838' },
  ],
  backends: 'refused',
  loadsConfig: false,
  long: true,
  perform: async (options, context) => (await import('./doctor/perform.ts')).performDoctor(options, context),
};
