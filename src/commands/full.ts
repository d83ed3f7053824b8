/** `fozzy full`: the whole surface against one project. */
import type { Command } from './command.ts';
import { mapProfiles, shrinkPolicies } from './map/suite-policy.ts';
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
      { name: 'fuzz-time', type: { kind: 'duration' }, about: 'real time to fuzz the primary scenario', default: '2s' },
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
      {
        name: 'require-topology-coverage',
        type: { kind: 'path' },
        about: 'a source tree whose risky files must have the tests `map suites` asks for',
      },
      { name: 'topology-min-risk', type: { kind: 'u53' }, about: 'risk from which a file counts, 0 to 100', default: '60' },
      { name: 'topology-profile', type: { kind: 'choice', values: mapProfiles }, about: 'how much is asked for', default: 'pedantic' },
      {
        name: 'topology-shrink-policy',
        type: { kind: 'choice', values: shrinkPolicies },
        about: 'when a shrunk failure is asked for',
        default: 'no-known-failures',
      },
    ],
    backends: 'host',
    loadsConfig: true,
    long: true,
    perform: async (options, context) => (await import('./full/perform.ts')).performFull(table(), options, context),
  };
}
