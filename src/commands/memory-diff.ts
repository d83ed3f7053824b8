/** `fozzy memory diff`: the memory of two runs side by side. */
import type { Command } from './command.ts';

export const memoryDiff: Command = {
  words: ['memory', 'diff'],
  about: 'compare the leaks and the peak of two runs',
  when: 'to see whether a change made a run hold more memory',
  how: 'fozzy memory diff memory.fozzy leaking.fozzy',
  arguments: [
    { name: 'left', about: 'a run or a trace', required: true, holds: 'selector' },
    { name: 'right', about: 'another one', required: true, holds: 'selector' },
  ],
  flags: [],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./memory/perform-diff.ts')).performMemoryDiff(options, context),
};
