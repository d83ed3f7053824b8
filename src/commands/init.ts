/** `fozzy init`: a project whose recommended commands pass as written. */
import type { Command } from './command.ts';

export const init: Command = {
  words: ['init'],
  about: 'create a config, example scenarios that pass, and one that fails on purpose',
  when: 'to start using Fozzy in a project',
  how: 'fozzy init',
  arguments: [
    { name: 'entry', about: 'with --template service: the program that listens, such as src/server.ts', required: false, holds: 'path' },
  ],
  flags: [
    {
      name: 'force',
      type: { kind: 'switch' },
      about: 'also in an initialised project: rewrite what is unchanged since, keep everything else',
    },
    {
      name: 'template',
      type: { kind: 'choice', values: ['minimal', 'ts', 'service'] },
      about: 'what to create: examples, examples and a test that runs them through the SDK, or a first simulation of a server you have',
      default: 'minimal',
    },
    {
      name: 'with',
      type: { kind: 'list', values: ['run', 'fuzz', 'explore', 'memory', 'host', 'all'] },
      about: 'which kinds of examples to create',
      default: 'all',
    },
    { name: 'all-tests', type: { kind: 'switch' }, about: 'the same as --with all' },
  ],
  loadsConfig: true,
  createsConfig: true,
  perform: async (options, context) => (await import('./init/perform.ts')).performInit(options, context),
};
