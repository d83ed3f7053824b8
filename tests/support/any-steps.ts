/** Any valid list of steps, as a generator: every virtual step type, nested blocks included, few names so that steps meet each other. */
import fc from 'fast-check';
import type { StepRecord } from './run-steps.ts';

const key = fc.constantFrom('a', 'b', 'c');
const node = fc.constantFrom('n0', 'n1', 'n2');
const shortWait = fc.integer({ min: 0, max: 40 }).map((ms) => `${ms}ms`);
const word = fc.constantFrom('1', 'two', 'drei', '', '${a}', 'x${b}', '$${literal}', 'ü🙂');

function step(type: string, fields: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<StepRecord> {
  return fc.record({ type: fc.constant(type), ...fields });
}

function optionally(
  type: string,
  fields: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<StepRecord> {
  return fc.tuple(step(type, fields), fc.record(optional, { requiredKeys: [] })).map(([required, rest]) => ({ ...required, ...rest }));
}

const match = fc.oneof(
  word,
  word.map((contains) => ({ contains })),
  fc.constant({ matches: '^[a-z]*$' }),
);

const plain: readonly fc.Arbitrary<StepRecord>[] = [
  step('trace_event', { name: fc.constantFrom('hello', 'sched_pick'), fields: fc.constantFrom({}, { n: 1, deep: { t: '${a}' } }) }),
  optionally('rand_u64', {}, { key }),
  step('assert_ok', { value: fc.constantFrom(true, true, true, 'true', false) }),
  step('assert_eq_int', { a: fc.constantFrom(1, '1', '${a}'), b: fc.constant(1) }),
  step('assert_ne_str', { a: word, b: fc.constant('never') }),
  step('sleep', { duration: shortWait }),
  step('advance', { duration: shortWait }),
  step('freeze'),
  step('unfreeze'),
  step('set_kv', { key, value: word }),
  optionally('get_kv_assert', { key }, { equals: match }),
  step('assert_eventually_kv', { key, equals: match, within: fc.constantFrom('0ms', '10ms', '25ms'), poll: fc.constantFrom('1ms', '7ms') }),
  step('assert_never_kv', {
    key,
    equals: fc.constant('never'),
    within: fc.constantFrom('0ms', '10ms'),
    poll: fc.constantFrom('3ms', '10ms'),
  }),
  step('fs_write', { path: fc.constantFrom('f', './d/../f', 'd/g'), data: word }),
  step('fs_read_assert', { path: fc.constantFrom('f', 'd/g'), equals: match }),
  step('fs_snapshot', { name: fc.constantFrom('s', 't') }),
  step('fs_restore', { name: fc.constantFrom('s', 't') }),
  optionally(
    'http_when',
    { method: fc.constantFrom('GET', 'post'), path: fc.constantFrom('/p', '/q'), status: fc.constantFrom(200, 500) },
    { delay: shortWait, times: fc.integer({ min: 0, max: 2 }), json: fc.constantFrom({ a: [1, null] }, { a: '${a}' }) },
  ),
  optionally(
    'http_request',
    { method: fc.constantFrom('get', 'POST'), path: fc.constantFrom('/p', '/q') },
    { body: word, expect_status: fc.constantFrom(200, 500), save_body_as: key, expect_json: fc.constant({ a: [1, null] }) },
  ),
  optionally(
    'proc_when',
    { cmd: fc.constant('tool'), exit_code: fc.constantFrom(0, 1) },
    { args: fc.constantFrom([], ['-v']), stdout: word, times: fc.constant(1) },
  ),
  optionally(
    'proc_spawn',
    { cmd: fc.constant('tool') },
    { args: fc.constantFrom([], ['-v']), expect_exit: fc.constant(0), save_stdout_as: key },
  ),
  step('net_partition', { a: node, b: node }),
  step('net_heal', { a: node, b: node }),
  step('net_set_drop_rate', { rate: fc.constantFrom(0, 0.5, 1) }),
  step('net_set_reorder', { enabled: fc.boolean() }),
  step('net_send', { from: node, to: node, payload: word }),
  step('net_send', { from: node, to: node, payload: word }),
  optionally('net_deliver_one', {}, { strategy: fc.constantFrom('fifo', 'random') }),
  optionally('net_recv_assert', { node, payload: match }, { from: node }),
  optionally('memory_alloc', { bytes: fc.integer({ min: 0, max: 2_000_000 }) }, { key, tag: word }),
  step('memory_free', { key }),
  step('memory_limit_mb', { mb: fc.integer({ min: 0, max: 4 }) }),
  step('memory_fail_after_allocs', { count: fc.integer({ min: 0, max: 3 }) }),
  step('memory_fragmentation', { seed: fc.constantFrom('0', '7', '18446744073709551615') }),
  step('memory_pressure_wave', { pattern: fc.constantFrom('1', '1,2,4') }),
  step('memory_checkpoint', { name: fc.constant('here') }),
  step('fail', { message: word }),
  step('panic', { message: word }),
];

/** Lists that start with values for the keys, so that most of them get somewhere. */
export function anySteps(): fc.Arbitrary<readonly StepRecord[]> {
  const { list } = fc.letrec<{ list: readonly StepRecord[]; block: StepRecord; tasks: unknown }>((tie) => ({
    list: fc.array(
      fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        { weight: 8, arbitrary: fc.oneof(...plain) },
        { weight: 3, arbitrary: tie('block') },
      ),
      {
        minLength: 1,
        maxLength: 7,
      },
    ),
    block: fc.oneof(
      step('repeat', { times: fc.integer({ min: 1, max: 3 }), index_key: key, steps: tie('list') }),
      step('assert_throws', { steps: tie('list') }),
      step('assert_rejects', { steps: tie('list') }),
      step('parallel', { tasks: tie('tasks') }),
    ),
    tasks: fc.tuple(tie('list'), tie('list')).map(([left, right]) => [
      { name: 'left', steps: left },
      { name: 'right', steps: right },
    ]),
  }));
  const start = ['a', 'b', 'c'].map((name, index) => ({ type: 'set_kv', key: name, value: String(index + 1) }));
  return list.filter(hasWorkEverywhere).map((steps) => [...start, ...steps]);
}

/** A list of nothing but declarations is refused by the validator, nested ones too. */
function hasWorkEverywhere(steps: readonly StepRecord[]): boolean {
  return (
    steps.some(({ type }) => type !== 'proc_when' && type !== 'http_when') &&
    steps.every((one) => nestedLists(one).every(hasWorkEverywhere))
  );
}

function nestedLists(one: StepRecord): readonly (readonly StepRecord[])[] {
  // Reason for the casts: the generators above build exactly these members.
  const { steps, tasks } = one as { steps?: readonly StepRecord[]; tasks?: readonly { steps: readonly StepRecord[] }[] };
  return [...(steps === undefined ? [] : [steps]), ...(tasks ?? []).map((task) => task.steps)];
}
