/** `fozzy map hotspots`: the riskiest source files and why. */
import type { Command } from './command.ts';
import { minRiskFlag, rootFlag } from './map-flags.ts';

export const mapHotspots: Command = {
  words: ['map', 'hotspots'],
  about: 'list the riskiest source files and why they are',
  when: 'to see where tests are worth most',
  how: 'fozzy map hotspots --min-risk 20',
  arguments: [],
  flags: [rootFlag, minRiskFlag, { name: 'limit', type: { kind: 'u53' }, about: 'show at most this many', default: '50' }],
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./map/perform-hotspots.ts')).performMapHotspots(options, context),
};
