/** `fozzy trace verify`: whether a trace is what was written and its parts agree. */
import type { Command } from './command.ts';

export const traceVerify: Command = {
  words: ['trace', 'verify'],
  about: 'check that a trace is unchanged, complete and consistent, and that it replays in memory',
  when: 'before you trust a trace that was moved, stored or sent',
  how: 'fozzy trace verify latest',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./trace-verify/perform.ts')).performTraceVerify(options, context),
};
