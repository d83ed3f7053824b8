/** `fozzy replay`: the recorded run again, exactly, without the host. */
import type { Command } from './command.ts';
import { profileFlag, reporterFlag } from './flag-groups.ts';
import { exportFormats } from './profile/export-formats.ts';

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
    profileFlag,
    { name: 'profile-regen', type: { kind: 'switch' }, about: 'write the profile files anew from this replay, also when it passes' },
    {
      name: 'profile-export-format',
      type: { kind: 'choice', values: exportFormats },
      about: 'export the profile of this replay in the format of another tool',
    },
    { name: 'profile-export-out', type: { kind: 'path' }, about: 'where to export it to' },
    reporterFlag,
  ],
  takesSelector: true,
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./replay/perform.ts')).performReplay(options, context),
};
