/** `fozzy profile flame`: a flame graph of processor time or allocations. */
import type { Command } from './command.ts';
import { domainFlags } from './profile/domain-flags.ts';

export const profileFlame: Command = {
  words: ['profile', 'flame'],
  about: 'a flame graph of processor time or allocations',
  when: 'to see which calls processor time or memory went to',
  how: 'fozzy profile flame memory.fozzy --heap --format svg --out flame.svg',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    ...domainFlags(['cpu', 'heap']),
    { name: 'format', type: { kind: 'choice', values: ['folded', 'svg', 'speedscope'] }, about: 'how to draw it', default: 'folded' },
    { name: 'out', type: { kind: 'path' }, about: 'write it to this file instead of printing it' },
  ],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./profile/perform-flame.ts')).performProfileFlame(options, context),
};
