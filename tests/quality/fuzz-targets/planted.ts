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
];
