/** `fozzy profile shrink`: the smallest trace that still costs what the recorded one costs. */
import { dimensions } from '../campaign/shrink/dimension.ts';
import type { Command } from './command.ts';

export const profileShrink: Command = {
  words: ['profile', 'shrink'],
  about: 'the smallest trace that still costs what the recorded one costs',
  when: 'to see what a slow or hungry run really needs to be slow or hungry',
  how: 'fozzy profile shrink memory.fozzy --metric p99_latency',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    { name: 'metric', type: { kind: 'choice', values: ['p99_latency', 'cpu_time', 'alloc_bytes'] }, about: 'what to keep' },
    {
      name: 'direction',
      type: { kind: 'choice', values: ['increase', 'decrease'] },
      about: 'keep at least as much of it, or at most as much',
      default: 'increase',
    },
    { name: 'budget', type: { kind: 'duration' }, about: 'how long to search', default: '15s' },
    { name: 'minimize', type: { kind: 'choice', values: [...dimensions, 'all'] }, about: 'what to reduce', default: 'all' },
    { name: 'out', type: { kind: 'path' }, about: 'where to write the smaller trace', default: '<name>.min.fozzy beside the trace' },
  ],
  takesSelector: true,
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./profile/perform-shrink.ts')).performProfileShrink(options, context),
};
