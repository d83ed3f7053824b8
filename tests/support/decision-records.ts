/** Arbitrary decisions as the contract shows them. */
import fc from 'fast-check';
import type { JsonObject } from '../../src/base/json.ts';

const u53 = fc.oneof(
  fc.nat(100),
  fc.constantFrom(0, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 52 - 1, 2 ** 52, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER),
  fc.maxSafeNat(),
);
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const payload = fc.record({
  cmd: text,
  args: fc.array(text, { maxLength: 3 }),
  exit_code: fc.integer(),
  error: fc.option(fc.record({ class: text, message: text }), { nil: null }),
  deep: fc.dictionary(
    text,
    fc.oneof(
      fc.boolean(),
      fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((value) => value + 0),
      fc.constant(null),
    ),
  ),
});

const record: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ kind: fc.constant('scheduler_pick'), task_id: text, label: text, step_path: text, options: u53, answer: u53 }),
  fc.record({ kind: fc.constant('rand_u64'), value: u64 }),
  fc.record({ kind: fc.constantFrom('time_sleep_ms', 'time_advance_ms'), ms: u53 }),
  fc.record({ kind: fc.constant('net_deliver_pick'), message_id: u53, options: u53, answer: u53 }),
  fc.record({ kind: fc.constant('net_drop'), message_id: u53, dropped: fc.boolean() }),
  fc.record(
    {
      kind: fc.constant('memory_alloc'),
      bytes: u53,
      effective_bytes: u53,
      alloc_id: fc.oneof(
        fc.constant(null),
        u53.filter((id) => id > 0),
      ),
      callsite_hash: text,
      failed_reason: text.filter((reason) => reason !== ''),
    },
    { requiredKeys: ['kind', 'bytes', 'effective_bytes', 'alloc_id', 'callsite_hash'] },
  ),
  fc.record({ kind: fc.constant('memory_free'), alloc_id: u53.filter((id) => id > 0), existed: fc.boolean() }),
  fc.record({ kind: fc.constant('timeout'), step_path: text, at_ms: u53 }),
  fc
    .tuple(
      fc.constantFrom(
        'fs_write',
        'fs_read_assert',
        'fs_snapshot',
        'fs_restore',
        'http_request',
        'http_request_timeout',
        'proc_spawn',
        'proc_spawn_timeout',
      ),
      payload,
    )
    .map(([kind, answer]) => ({ kind, ...answer })),
);

export const records = fc.array(record, { maxLength: 60 });
