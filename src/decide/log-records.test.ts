import { expect, test } from 'vitest';
import { logFromRecords } from './log-records.ts';

const pick = { kind: 'scheduler_pick', task_id: 'main', label: 'sleep', step_path: '/steps/0', options: 1, answer: 0 };

test('a log made of records shows the same records', () => {
  const records = [
    pick,
    { kind: 'memory_alloc', bytes: 1, effective_bytes: 2, alloc_id: null, callsite_hash: 'ab', failed_reason: 'limit_mb' },
    { kind: 'memory_alloc', bytes: 1, effective_bytes: 2, alloc_id: 1, callsite_hash: 'ab' },
    { kind: 'proc_spawn', cmd: 'a', args: [], exit_code: -1 },
  ];
  expect(logFromRecords(records)?.toRecords()).toEqual(records);
});

test('64-bit values are read from text and from numbers without loss', () => {
  const values = ['18446744073709551615', 18446744073709551615n, 7];
  const log = logFromRecords(values.map((value) => ({ kind: 'rand_u64', value })));
  expect(log?.toRecords().map(({ value }) => value)).toEqual(['18446744073709551615', '18446744073709551615', '7']);
});

test.each([
  ['no object', 7],
  ['null', null],
  ['a list', []],
  ['no kind', {}],
  ['an unknown kind', { kind: 'coin' }],
  ['a missing field', { kind: 'time_sleep_ms' }],
  ['an unknown field', { ...pick, colour: 'red' }],
  ['a text where a number belongs', { kind: 'time_sleep_ms', ms: '5' }],
  ['a negative number', { kind: 'time_sleep_ms', ms: -1 }],
  ['a fraction', { kind: 'time_sleep_ms', ms: 0.5 }],
  ['a number beyond 2^53', { kind: 'time_sleep_ms', ms: 2n ** 53n }],
  ['a number where a text belongs', { ...pick, label: 1 }],
  ['a number where a flag belongs', { kind: 'net_drop', message_id: 1, dropped: 1 }],
  ['an id of 0', { kind: 'memory_free', alloc_id: 0, existed: true }],
  ['a value of 65 bits', { kind: 'rand_u64', value: '18446744073709551616' }],
])('%s is refused', (_name, record) => {
  expect(logFromRecords([pick, record])).toBeUndefined();
});
