/** `fozzy report query`: one value out of a report. */
import type { Command } from './command.ts';

export const reportQuery: Command = {
  words: ['report', 'query'],
  about: 'print one value of a report, or every path that can be asked for',
  when: 'in scripts, to take a seed, a path or the titles of findings out of a run',
  how: 'fozzy report query latest --path findings[].title',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    {
      name: 'path',
      type: { kind: 'text' },
      about: 'names separated by dots, [N] for one item, [] for all; also runId, seed, tracePath, reportPath, artifactsDir',
    },
    { name: 'list-paths', type: { kind: 'switch' }, about: 'list every path of this report' },
  ],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./report/perform-query.ts')).performReportQuery(options, context),
};
