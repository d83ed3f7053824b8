/** What is planted in the targets beside this file: how each is fuzzed, which finding it must give, and within how many executions. */
export interface PlantedTarget {
  readonly name: string;
  /** Which oracle it is for. */
  readonly oracle: string;
  readonly fn: string;
  readonly flags?: readonly string[];
  /** `against` and `inverse` name another function: its file, and whether it has a twin of its own. */
  readonly against?: string;
  readonly inverse?: string;
  readonly title: string;
  readonly runs: number;
  /** What only a clock can tell: such a target is searched without `--det`. */
  readonly isTimed?: boolean;
}

export const plantedTargets: readonly PlantedTarget[] = [
  { name: 'query', oracle: 'prototype pollution', fn: 'parse', title: 'prototype_pollution', runs: 20_000 },
  { name: 'settings', oracle: 'prototype pollution', fn: 'load', title: 'prototype_pollution', runs: 60_000 },
  { name: 'json-lite', oracle: 'uncaught error', fn: 'parse', flags: ['--expect', 'SyntaxError'], title: 'uncaught_error', runs: 20_000 },
  { name: 'tlv', oracle: 'uncaught error', fn: 'decode', flags: ['--input', 'bytes'], title: 'uncaught_error', runs: 20_000 },
  { name: 'dates', oracle: 'uncaught error', fn: 'toTime', title: 'uncaught_error', runs: 20_000 },
  { name: 'brackets', oracle: 'stack overflow', fn: 'parse', title: 'stack_overflow', runs: 20_000 },
  { name: 'csv', oracle: 'hang', fn: 'parse', title: 'hang', runs: 2_000 },
  { name: 'lz', oracle: 'hang', fn: 'unpack', flags: ['--input', 'bytes'], title: 'hang', runs: 2_000 },
  { name: 'tokens', oracle: 'unhandled rejection', fn: 'tokenise', title: 'unhandled_rejection', runs: 20_000 },
  { name: 'log-lines', oracle: 'global leakage', fn: 'level', title: 'global_leak', runs: 20_000 },
  { name: 'cache', oracle: 'non-determinism', fn: 'words', title: 'nondeterministic_result', runs: 5_000 },
  {
    name: 'order',
    oracle: 'property false',
    fn: 'isNeverNegative',
    flags: ['--mode', 'property'],
    title: 'property_violated',
    runs: 2_000,
  },
  {
    name: 'varint',
    oracle: 'differential',
    fn: 'decode',
    flags: ['--input', 'bytes'],
    against: 'decode',
    title: 'differential_mismatch',
    runs: 20_000,
  },
  { name: 'arithmetic', oracle: 'differential', fn: 'evaluate', against: 'evaluate', title: 'differential_mismatch', runs: 20_000 },
  {
    name: 'headers',
    oracle: 'split law',
    fn: 'parse',
    flags: ['--law', 'split', '--input', 'string'],
    title: 'split_law_violated',
    runs: 5_000,
  },
  {
    name: 'utf8-stream',
    oracle: 'split law',
    fn: 'decode',
    flags: ['--law', 'split', '--input', 'bytes'],
    title: 'split_law_violated',
    runs: 5_000,
  },
  {
    name: 'rle',
    oracle: 'round trip',
    fn: 'decode',
    flags: ['--input', 'bytes'],
    inverse: 'encode',
    title: 'round_trip_violated',
    runs: 20_000,
  },
  { name: 'paths', oracle: 'idempotence', fn: 'normalise', flags: ['--law', 'idempotent'], title: 'not_idempotent', runs: 5_000 },
  { name: 'ini', oracle: 'uncaught error', fn: 'parse', title: 'uncaught_error', runs: 60_000 },
  { name: 'chunks', oracle: 'uncaught error', fn: 'size', flags: ['--input', 'bytes'], title: 'uncaught_error', runs: 60_000 },
  { name: 'router', oracle: 'uncaught error', fn: 'route', title: 'uncaught_error', runs: 200_000 },
  { name: 'handshake', oracle: 'uncaught error', fn: 'accept', flags: ['--input', 'bytes'], title: 'uncaught_error', runs: 200_000 },
  { name: 'options', oracle: 'process exit', fn: 'options', title: 'process_exit', runs: 40_000 },
  { name: 'text-stream', oracle: 'split law of streams', fn: 'fields', title: 'split_law_violated', runs: 5_000 },
  { name: 'mailbox', oracle: 'hang', fn: 'send', title: 'hang', runs: 5_000 },
  { name: 'tickets', oracle: 'non-determinism', fn: 'ticket', title: 'nondeterministic_result', runs: 20_000 },
  { name: 'frames', oracle: 'out of memory', fn: 'unpack', flags: ['--input', 'bytes'], title: 'out_of_memory', runs: 20_000 },
  { name: 'template', oracle: 'out of memory', fn: 'fill', title: 'out_of_memory', runs: 20_000 },
  { name: 'unique', oracle: 'super-linear time', fn: 'unique', title: 'super_linear_time', runs: 5_000 },
  { name: 'trailing', oracle: 'super-linear time', fn: 'cut', title: 'super_linear_time', runs: 5_000, isTimed: true },
  { name: 'labels', oracle: 'super-linear time', fn: 'isHost', title: 'super_linear_time', runs: 5_000, isTimed: true },
];
