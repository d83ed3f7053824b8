/** `fozzy map suites`: which tests each risky file needs, and which it has. */
import type { Command } from './command.ts';
import { minRiskFlag, rootFlag } from './map-flags.ts';
import { mapProfiles, shrinkPolicies } from './map/suite-policy.ts';

export const mapSuites: Command = {
  words: ['map', 'suites'],
  about: 'say which kinds of tests each risky file needs, which it has, and how that is known',
  when: 'to find risky code that nothing tests',
  how: 'fozzy map suites --only-uncovered',
  arguments: [],
  flags: [
    rootFlag,
    { name: 'scenario-root', type: { kind: 'path' }, about: 'the folder with the scenarios', default: 'tests' },
    minRiskFlag,
    { name: 'profile', type: { kind: 'choice', values: mapProfiles }, about: 'how much is asked for', default: 'pedantic' },
    {
      name: 'shrink-policy',
      type: { kind: 'choice', values: shrinkPolicies },
      about: 'when a shrunk failure is asked for',
      default: 'no-known-failures',
    },
    { name: 'limit', type: { kind: 'u53' }, about: 'show at most this many files', default: '100' },
    { name: 'offset', type: { kind: 'u53' }, about: 'leave out this many first', default: '0' },
    { name: 'all', type: { kind: 'switch' }, about: 'show all of them' },
    { name: 'only-required', type: { kind: 'switch' }, about: 'only files that need tests' },
    { name: 'only-uncovered', type: { kind: 'switch' }, about: 'only files that need tests they do not have' },
    { name: 'max-matched-scenarios', type: { kind: 'u53' }, about: 'pieces of evidence to tell per file', default: '25' },
  ],
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./map/perform-suites.ts')).performMapSuites(options, context),
};
