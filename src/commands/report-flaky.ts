/** `fozzy report flaky`: how much several runs of the same thing disagree. */
import type { Command } from './command.ts';

export const reportFlaky: Command = {
  words: ['report', 'flaky'],
  about: 'compare how several runs ended: status and findings, per run and per scenario',
  when: 'to know whether a scenario is flaky, and to fail a pipeline when it is',
  how: 'fozzy report flaky good.fozzy bad.fozzy --flake-budget 50',
  arguments: [{ name: 'runs', about: 'two or more runs or traces', required: true, variadic: true, holds: 'selector' }],
  flags: [
    { name: 'flake-budget', type: { kind: 'number' }, about: 'per cent of the runs that may differ from the others; more is exit 1' },
  ],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./report/perform-flaky.ts')).performReportFlaky(options, context),
};
