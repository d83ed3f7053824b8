/** `fozzy profile timeline`: everything a run did in the order it did it. */
import type { Command } from './command.ts';

export const profileTimeline: Command = {
  words: ['profile', 'timeline'],
  about: 'everything a run did in the order it did it',
  when: 'to see what happened when, and what took long',
  how: 'fozzy profile timeline latest',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    { name: 'format', type: { kind: 'choice', values: ['json', 'html'] }, about: 'data, or a page to look at', default: 'json' },
    { name: 'out', type: { kind: 'path' }, about: 'write it to this file instead of printing it' },
  ],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./profile/perform-timeline.ts')).performProfileTimeline(options, context),
};
