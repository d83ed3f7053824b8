/** `fozzy save`: a recorded failure as a test that stays. */
import type { Command } from './command.ts';

export const save: Command = {
  words: ['save'],
  about: 'write a regression test from a recorded failure: red until it is mended, green from then on',
  when: 'to keep a failure from coming back',
  how: 'fozzy save last-fail --as vitest',
  arguments: [
    { name: 'finding', about: 'a run or a trace that failed, or the fingerprint of a finding', required: true, holds: 'selector' },
  ],
  flags: [
    {
      name: 'as',
      type: { kind: 'choice', values: ['vitest', 'node-test'] },
      about: 'the test runner to write for',
      default: 'vitest where the project has it, else node-test',
    },
    { name: 'out', type: { kind: 'path' }, about: 'the file to write', default: 'tests/regressions/<name>.test.<ts|mjs>' },
  ],
  takesSelector: true,
  loadsConfig: true,
  perform: async (options, context) => (await import('./save/perform.ts')).performSave(options, context),
};
