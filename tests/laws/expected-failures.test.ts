/** Law: what happens inside `assert_throws` is recorded and then taken back, all of it except time. */
import { describe, expect, test } from 'vitest';
import { eventsNamed, replaySteps, runSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';

const fail: StepRecord = { type: 'fail', message: 'on purpose' };
const throws = (...steps: readonly StepRecord[]): StepRecord => ({ type: 'assert_throws', steps: [...steps, fail] });
const draw = (value: string): readonly StepRecord[] => [
  { type: 'rand_u64', key: 'v' },
  { type: 'get_kv_assert', key: 'v', equals: value },
];

/** Steps that only pass when the block before them left nothing behind. */
const takenBack: Readonly<Record<string, readonly StepRecord[]>> = {
  'draws of the seed': [throws({ type: 'rand_u64' }, { type: 'rand_u64' }), ...draw('877555679359244567')],
  'draws of the scheduler': [
    throws({
      type: 'parallel',
      tasks: ['a', 'b', 'c'].map((name) => ({
        name,
        steps: [
          { type: 'trace_event', name },
          { type: 'trace_event', name },
        ],
      })),
    }),
    ...draw('877555679359244567'),
  ],
  'written keys': [throws({ type: 'set_kv', key: 'k', value: 'v' }), { type: 'get_kv_assert', key: 'k', is_null: true }],
  'overwritten keys': [
    { type: 'set_kv', key: 'k', value: 'old' },
    throws({ type: 'set_kv', key: 'k', value: 'new' }),
    { type: 'get_kv_assert', key: 'k', equals: 'old' },
  ],
  files: [
    { type: 'fs_write', path: 'f', data: 'old' },
    throws({ type: 'fs_write', path: 'f', data: 'new' }, { type: 'fs_write', path: 'g', data: 'new' }),
    { type: 'fs_read_assert', path: 'f', equals: 'old' },
    { type: 'assert_throws', steps: [{ type: 'fs_read_assert', path: 'g', equals: 'new' }] },
  ],
  'snapshots of files': [throws({ type: 'fs_snapshot', name: 's' }), { type: 'assert_throws', steps: [{ type: 'fs_restore', name: 's' }] }],
  'declared rules': [
    throws({ type: 'proc_when', cmd: 'tool', exit_code: 0 }, { type: 'http_when', method: 'GET', path: '/', status: 200 }),
    { type: 'assert_throws', steps: [{ type: 'proc_spawn', cmd: 'tool' }] },
    { type: 'assert_throws', steps: [{ type: 'http_request', method: 'GET', path: '/' }] },
  ],
  'used-up rules': [
    { type: 'proc_when', cmd: 'tool', exit_code: 0, times: 1 },
    { type: 'http_when', method: 'GET', path: '/', status: 200, times: 1 },
    throws({ type: 'proc_spawn', cmd: 'tool' }, { type: 'http_request', method: 'GET', path: '/' }),
    { type: 'proc_spawn', cmd: 'tool' },
    { type: 'http_request', method: 'GET', path: '/' },
  ],
  'messages, inboxes, partitions, drop rate and order': [
    { type: 'net_send', from: 'a', to: 'b', payload: '1' },
    throws(
      { type: 'net_deliver_one' },
      { type: 'net_recv_assert', node: 'b', payload: '1' },
      { type: 'net_send', from: 'a', to: 'b', payload: '2' },
      { type: 'net_partition', a: 'a', b: 'b' },
      { type: 'net_set_drop_rate', rate: 1 },
      { type: 'net_set_reorder', enabled: true },
    ),
    { type: 'net_deliver_one' },
    { type: 'net_recv_assert', node: 'b', payload: '1' },
    { type: 'assert_throws', steps: [{ type: 'net_deliver_one' }] },
    ...draw('877555679359244567'),
  ],
  'allocations, limits and the count of attempts': [
    { type: 'memory_pressure_wave', pattern: '1,2' },
    throws(
      { type: 'memory_alloc', bytes: 100 },
      { type: 'memory_limit_mb', mb: 0 },
      { type: 'memory_fail_after_allocs', count: 0 },
      { type: 'memory_pressure_wave', pattern: '9' },
      { type: 'memory_fragmentation', seed: 7 },
    ),
    { type: 'memory_assert_in_use_bytes', equals: 0 },
    { type: 'memory_alloc', bytes: 100, key: 'm' },
    { type: 'memory_assert_in_use_bytes', equals: 100 },
    { type: 'memory_free', alloc_id: 1 },
  ],
  'freed allocations': [
    { type: 'memory_alloc', bytes: 100, key: 'm' },
    throws({ type: 'memory_free', key: 'm' }),
    { type: 'memory_assert_in_use_bytes', equals: 100 },
    { type: 'memory_free', key: 'm' },
  ],
  'the freeze flag': [throws({ type: 'freeze' }), { type: 'advance', duration: '1ms' }],
  'a thaw': [
    { type: 'freeze' },
    throws({ type: 'unfreeze' }),
    { type: 'sleep', duration: '5ms' },
    { type: 'unfreeze' },
    { type: 'freeze', at_ms: 0 },
  ],
  'an inner block inside an outer one': [
    {
      type: 'assert_rejects',
      steps: [
        { type: 'set_kv', key: 'k', value: '1' },
        throws({ type: 'set_kv', key: 'k', value: '2' }),
        { type: 'get_kv_assert', key: 'k', equals: '1' },
        fail,
      ],
    },
    { type: 'get_kv_assert', key: 'k', is_null: true },
  ],
};

describe('a block that failed as expected takes back', () => {
  test.each(Object.entries(takenBack))('%s', (_what, steps) => {
    const outcome = runSteps(steps);
    expect(outcome.findings.map(({ title, message, location }) => ({ title, message, at: location?.stepPath }))).toEqual([]);
    const again = replaySteps(steps, outcome.log);
    expect([again.mismatch, again.unusedDecisions, again.events]).toEqual([undefined, 0, outcome.events]);
  });
});

describe('a block', () => {
  test('does not take back time', () => {
    const outcome = runSteps([throws({ type: 'sleep', duration: '40ms' }, { type: 'advance', duration: '2ms' })]);
    expect([...verdictOf(outcome), outcome.virtualTimeMs]).toEqual(['pass', 42]);
  });

  test('keeps the record: nested events stand between scope_start and scope_end, the finding in its span', () => {
    const { events } = runSteps([throws({ type: 'trace_event', name: 'inside' })]);
    const names = events.map((event) => event.name);
    expect(names.indexOf('scope_start')).toBeLessThan(names.indexOf('inside'));
    expect(names.indexOf('inside')).toBeLessThan(names.indexOf('scope_end'));
    expect(events.find((event) => event.name === 'scope_end')?.fields).toMatchObject({ rolled_back: true });
    expect(events.at(-1)).toMatchObject({
      name: 'span_end',
      fields: { span: 'step-0', status: 'ok', details: { expected: [{ title: 'fail' }] } },
    });
  });

  test('in which nothing fails is itself the failure, and keeps its effects for whoever looks', () => {
    for (const type of ['assert_throws', 'assert_rejects']) {
      const outcome = runSteps([{ type, steps: [{ type: 'set_kv', key: 'k', value: 'v' }] }]);
      expect(verdictOf(outcome)).toEqual(['fail', `assertion/${type}`]);
      expect(outcome.findings[0]?.location?.stepPath).toBe('/steps/0');
      expect(eventsNamed(outcome, 'scope_end')[0]?.fields).toMatchObject({ rolled_back: false });
    }
  });

  test('in which nothing fails satisfies an outer one', () => {
    const inner = { type: 'assert_throws', steps: [{ type: 'set_kv', key: 'k', value: 'v' }] };
    expect(verdictOf(runSteps([{ type: 'assert_throws', steps: [inner] }]))).toEqual(['pass']);
  });

  test('stops at the first failure', () => {
    const outcome = runSteps([{ type: 'assert_throws', steps: [fail, { type: 'trace_event', name: 'never' }] }]);
    expect(eventsNamed(outcome, 'never')).toEqual([]);
  });

  test.each([
    ['interpolation_missing', [{ type: 'set_kv', key: 'k', value: '${missing}' }]],
    [
      'not_an_integer',
      [
        { type: 'set_kv', key: 'k', value: 'x' },
        { type: 'assert_eq_int', a: '${k}', b: 1 },
      ],
    ],
    ['clock_frozen', [{ type: 'freeze' }, { type: 'advance', duration: '1ms' }]],
    [
      'clock_backwards',
      [
        { type: 'sleep', duration: '9ms' },
        { type: 'freeze', at_ms: 1 },
      ],
    ],
    [
      'http_header_invalid',
      [
        { type: 'set_kv', key: 'k', value: 'a\r\nb' },
        { type: 'http_request', method: 'GET', path: '/', headers: { h: '${k}' } },
      ],
    ],
  ] satisfies readonly (readonly [string, readonly StepRecord[]])[])(
    'does not accept the misuse %s as expected, at any depth',
    (title, steps) => {
      expect(verdictOf(runSteps([{ type: 'assert_throws', steps }]))).toEqual(['fail', `checker/${title}`]);
      expect(
        verdictOf(runSteps([{ type: 'assert_rejects', steps: [{ type: 'repeat', times: 2, steps: [{ type: 'assert_throws', steps }] }] }])),
      ).toEqual(['fail', `checker/${title}`]);
    },
  );
});
