/** `fozzy map services`: the packages of a project. */
import type { Command } from './command.ts';
import { rootFlag } from './map-flags.ts';

export const mapServices: Command = {
  words: ['map', 'services'],
  about: 'list the packages of a project, their size and their risk',
  when: 'to get an overview of a repository with several packages',
  how: 'fozzy map services',
  arguments: [],
  flags: [rootFlag],
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./map/perform-programs.ts')).performMapServices(options, context),
};
