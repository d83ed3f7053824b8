/** `fozzy replay`: the recorded run again, exactly, without the host. */
import type { Command } from './command.ts';
import { reporterFlag } from './flag-groups.ts';

export const replay: Command = {
  words: ['replay'],
  about: 'reproduce a recorded run exactly, without touching the host',
  when: 'to see a failure again, step by step if you like',
  how: 'fozzy replay last-fail',
  arguments: [{ name: 'runOrTrace', about: 'a run or a trace', required: true, holds: 'selector' }],
  flags: [
    { name: 'step', type: { kind: 'switch' }, about: 'one JSON line per step on stderr; in a terminal, Enter goes on' },
    { name: 'until', type: { kind: 'duration' }, about: 'stop at this virtual time' },
    { name: 'dump-events', type: { kind: 'switch' }, about: 'every event as a JSON line on stderr' },
    reporterFlag,
  ],
  takesSelector: true,
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./replay/perform.ts')).performReplay(options, context),
};
