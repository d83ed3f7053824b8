/** `fozzy report show`: a stored report again. */
import { reporterNames } from '../report/reporter-names.ts';
import type { Command } from './command.ts';

export const reportShow: Command = {
  words: ['report', 'show'],
  about: 'print the report of a recorded run, in any of its formats',
  when: 'to look at a run again, or to make the JUnit or HTML file afterwards',
  how: 'fozzy report show latest --format junit > junit.xml',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    {
      name: 'format',
      type: { kind: 'choice', values: reporterNames },
      about: 'what to print; exactly that content, so that it can be redirected',
      default: 'pretty',
    },
  ],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./report/perform-show.ts')).performReportShow(options, context),
};
