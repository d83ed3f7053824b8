/** Flags that several executing commands share, each group defined once. */
import { reporterNames } from '../report/reporter-names.ts';
import { recordPolicies } from '../store/record-target.ts';
import type { Flag } from './command.ts';

export const detFlag: Flag = {
  name: 'det',
  type: { kind: 'switch' },
  about: 'deterministic: waits move virtual time, nothing real is touched',
};

export const seedFlag: Flag = { name: 'seed', type: { kind: 'u64' }, about: 'seed of every draw', default: 'random' };

export const timeoutFlag: Flag = { name: 'timeout', type: { kind: 'duration' }, about: 'deadline of each scenario, such as 500ms or 10s' };

export const onlyFlag: Flag = {
  name: 'only',
  type: { kind: 'text' },
  about: 'the simulation to take, by its name, where a file exports several',
};

export const reporterFlag: Flag = {
  name: 'reporter',
  type: { kind: 'list', values: reporterNames, assigns: 'FILE' },
  about: 'what to print; =FILE writes it there instead, and several may be given; documents that are printed are also kept with the run',
  default: 'pretty',
};

export const watchFlag: Flag = {
  name: 'watch',
  type: { kind: 'switch' },
  about: 'execute it again, with the same seed, whenever a file of the project changes, until Ctrl-C',
  forTerminal: true,
};

export const recordFlags: readonly Flag[] = [
  { name: 'record', type: { kind: 'path' }, about: 'write the trace to this path, whether the run passes or not' },
  {
    name: 'record-collision',
    type: { kind: 'choice', values: recordPolicies },
    about: 'what to do when the record path exists',
    default: 'append',
  },
];

export const profileFlag: Flag = {
  name: 'profile-capture',
  type: { kind: 'choice', values: ['baseline', 'full'] },
  about: 'full also measures processor time and allocations of your code, and keeps the profile of passing runs',
  default: 'baseline',
};

export const memoryFlags: readonly Flag[] = [
  { name: 'mem-track', type: { kind: 'switch', negatable: true }, about: 'report memory even without memory steps' },
  { name: 'mem-limit-mb', type: { kind: 'u53' }, about: 'ceiling of the memory model in MiB' },
  { name: 'mem-fail-after', type: { kind: 'u53' }, about: 'every allocation after this many fails' },
  { name: 'mem-fragmentation-seed', type: { kind: 'u64' }, about: 'seed of the size overhead' },
  { name: 'mem-pressure-wave', type: { kind: 'text' }, about: 'cyclic size multipliers, such as 1,2,4' },
  { name: 'fail-on-leak', type: { kind: 'switch', negatable: true }, about: 'any leak fails, whatever the budget' },
  { name: 'leak-budget', type: { kind: 'bytes' }, about: 'bytes that may leak' },
  { name: 'mem-artifacts', type: { kind: 'switch', negatable: true }, about: 'write memory.*.json' },
];
