/** `fozzy shrink`: the smallest trace with the same failure. */
import { dimensions } from '../campaign/shrink/dimension.ts';
import type { Command } from './command.ts';

export const shrink: Command = {
  words: ['shrink'],
  about: 'reduce a failing trace to the smallest one with the same failure',
  when: 'to see what a failure really needs: fewer steps, a calmer order, no idle faults',
  how: 'fozzy shrink last-fail',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    { name: 'out', type: { kind: 'path' }, about: 'where to write the smaller trace', default: '<name>.min.fozzy beside the trace' },
    { name: 'budget', type: { kind: 'duration' }, about: 'how long to search', default: '15s' },
    { name: 'minimize', type: { kind: 'choice', values: [...dimensions, 'all'] }, about: 'what to reduce', default: 'all' },
    { name: 'aggressive', type: { kind: 'switch' }, about: 'also try pairs and the content of nested blocks without the block' },
    { name: 'reporter', type: { kind: 'choice', values: ['pretty'] }, about: 'what to print', default: 'pretty' },
  ],
  takesSelector: true,
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./shrink/perform.ts')).performShrink(options, context),
};
