/** `fozzy trace diff`: where two recorded runs part. */
import type { Command } from './command.ts';

export const traceDiff: Command = {
  words: ['trace', 'diff'],
  about: 'show the first decision and event in which two recorded runs differ',
  when: 'to see what a failing run did that a passing one did not',
  how: 'fozzy trace diff good.fozzy bad.fozzy',
  arguments: [
    { name: 'left', about: 'a run or a trace', required: true, holds: 'selector' },
    { name: 'right', about: 'another one', required: true, holds: 'selector' },
  ],
  flags: [],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./trace-diff/perform.ts')).performTraceDiff(options, context),
};
