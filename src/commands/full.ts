/** `fozzy full`: the whole surface against one project. */
import type { Command } from './command.ts';
import { workFlags } from './workflow/settings.ts';

export function full(table: () => readonly Command[]): Command {
  return {
    words: ['full'],
    about: 'try every part of Fozzy on this project, and say which parts hold',
    when: 'before a release, and after upgrading Fozzy',
    how: 'fozzy full --doctor-runs 2',
    arguments: [],
    flags: [
      ...workFlags,
      { name: 'explore-steps', type: { kind: 'u53' }, about: 'events per schedule of a distributed scenario', default: '200' },
      { name: 'explore-nodes', type: { kind: 'u53' }, about: 'nodes of the distributed scenario', default: 'its own' },
      {
        name: 'allow-expected-failures',
        type: { kind: 'switch' },
        about: 'a run that fails as its suite expects is as good as one that passes',
      },
      { name: 'scenario-filter', type: { kind: 'text' }, about: 'only scenarios whose path holds this' },
      { name: 'skip-steps', type: { kind: 'list' }, about: 'steps that are not executed' },
      { name: 'required-steps', type: { kind: 'list' }, about: 'steps that must have passed' },
    ],
    backends: 'host',
    loadsConfig: true,
    long: true,
    perform: async (options, context) => (await import('./full/perform.ts')).performFull(table(), options, context),
  };
}
