/** `fozzy ci`: whether a recorded run can be trusted, as one answer. */
import type { Command } from './command.ts';

export const ci: Command = {
  words: ['ci'],
  about: 'judge a recorded run: trace intact, replay faithful, policies kept, export sound',
  when: 'in a pipeline, to accept a trace or to refuse it with the reason',
  how: 'fozzy ci latest --json',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    {
      name: 'flake-run',
      type: { kind: 'list' },
      about: 'a run that should have ended like the others, twice or more; needs --flake-budget',
    },
    { name: 'flake-budget', type: { kind: 'number' }, about: 'per cent of the flake runs that may differ from the others' },
    {
      name: 'perf-baseline',
      type: { kind: 'text' },
      about: 'a run or a trace that says how long things took before; needs --max-p99-delta-pct',
    },
    {
      name: 'max-p99-delta-pct',
      type: { kind: 'number' },
      about: 'per cent by which the slowest hundredth may be slower than in the baseline',
    },
  ],
  takesSelector: true,
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./ci/perform.ts')).performCi(options, context),
};
