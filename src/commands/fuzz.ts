/** `fozzy fuzz`: searches for inputs that break a function. */
import { mutatorNames } from '../fuzz/loop/mutators.ts';
import type { Command } from './command.ts';
import { memoryFlags, profileFlag, recordFlags, reporterFlag, seedFlag } from './flag-groups.ts';

export const fuzz: Command = {
  words: ['fuzz'],
  about:
    'search for inputs that break a function, a scenario or a simulation: crashes, hangs, pollution, slow inputs, broken properties and laws',
  when: 'to find the inputs a parser, decoder or any other function cannot take',
  how: 'fozzy fuzz src/parse.ts#parse --runs 20000',
  arguments: [
    {
      name: 'target',
      about:
        'a function, such as src/parse.ts#parse or fn:src/parse.ts#default; a *.fuzz.ts file; or a scenario or simulation (*.fozzy.json, *.fozzy.ts)',
      required: true,
      holds: 'path',
    },
  ],
  flags: [
    {
      name: 'det',
      type: { kind: 'switch' },
      about: 'the same result every time: needs --runs, leaves the corpus as it is, seed 0 unless given',
    },
    seedFlag,
    { name: 'runs', type: { kind: 'u53' }, about: 'executions to make at most' },
    { name: 'time', type: { kind: 'duration' }, about: 'real time to spend at most', default: '60s, unless --runs is given' },
    {
      name: 'mode',
      type: { kind: 'choice', values: ['coverage', 'property'] },
      about: 'coverage: led by the code that inputs reach; property: generated inputs only, and returning false fails',
      default: 'coverage',
    },
    {
      name: 'input',
      type: { kind: 'choice', values: ['auto', 'bytes', 'string'] },
      about: 'what the function takes; auto tries both and takes what gets further',
      default: 'auto',
    },
    { name: 'max-input', type: { kind: 'bytes' }, about: 'longest input', default: '4096' },
    {
      name: 'corpus',
      type: { kind: 'path' },
      about: 'directory of inputs to begin with and to add to',
      default: '<base_dir>/corpora/default',
    },
    { name: 'mutator', type: { kind: 'list', values: mutatorNames }, about: 'only these ways to vary an input', default: 'all' },
    {
      name: 'instrument',
      type: { kind: 'list' },
      about: 'installed packages whose code leads the search like your own; the package a target lies in does anyway',
    },
    { name: 'expect', type: { kind: 'list' }, about: 'names of error classes the function may throw: they are part of its contract' },
    { name: 'against', type: { kind: 'text' }, about: 'another function, <module>#<export>, that must give the same results' },
    {
      name: 'law',
      type: { kind: 'list', values: ['split', 'idempotent', 'lossless'] },
      about:
        'what must hold for every result: split (a function of a list of pieces does not care where they were cut), idempotent, lossless (--inverse gives the very input back)',
    },
    {
      name: 'inverse',
      type: { kind: 'text' },
      about: 'a function, <module>#<export>, that turns results back into inputs: results must survive the way there and back',
    },
    {
      name: 'shrink',
      aliases: ['minimize'],
      type: { kind: 'switch' },
      about: 'reduce the input of every distinct failure to what it needs',
    },
    { name: 'crash-only', type: { kind: 'switch' }, about: 'stop at the first failure' },
    { name: 'allow-host', type: { kind: 'switch' }, about: 'let the function touch real files, processes and the network' },
    {
      name: 'isolation',
      type: { kind: 'choice', values: ['auto', 'thread', 'process'] },
      about:
        'where the function runs: thread is quick; process also survives signals and crashes of native code; auto begins in a thread and goes on in a process when the function needs one',
      default: 'auto',
    },
    reporterFlag,
    ...recordFlags,
    ...memoryFlags,
    profileFlag,
  ],
  backends: 'refused',
  loadsConfig: true,
  long: true,
  perform: async (options, context) => (await import('./fuzz/perform.ts')).performFuzz(options, context),
};
