/** `fozzy memory graph`: where memory came from and where it went. */
import type { Command } from './command.ts';

export const memoryGraph: Command = {
  words: ['memory', 'graph'],
  about: 'show the allocations of a run as a graph: callsite, allocation, tag',
  when: 'to see which place allocated what a run still holds',
  how: 'fozzy memory graph memory.fozzy',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [{ name: 'out', type: { kind: 'path' }, about: 'write the document to this path instead' }],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./memory/perform-graph.ts')).performMemoryGraph(options, context),
};
