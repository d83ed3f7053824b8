/** `fozzy gate`: the fast check before a merge. */
import type { Command } from './command.ts';
import { workFlags } from './workflow/settings.ts';

export function gate(table: () => readonly Command[]): Command {
  return {
    words: ['gate'],
    about: 'check scenarios before a merge: deterministic, tested, recorded, replayed, judged',
    when: 'before a merge, on all scenarios or on those a change is about',
    how: 'fozzy gate --scope example --doctor-runs 2',
    arguments: [],
    flags: [
      { name: 'profile', type: { kind: 'choice', values: ['targeted'] }, about: 'how much is checked', default: 'targeted' },
      { name: 'scope', type: { kind: 'list' }, about: 'only scenarios whose path holds one of these' },
      ...workFlags,
    ],
    backends: 'refused',
    loadsConfig: true,
    long: true,
    perform: async (options, context) => (await import('./gate/perform.ts')).performGate(table(), options, context),
  };
}
