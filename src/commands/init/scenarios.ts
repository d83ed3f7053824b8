/** The example scenarios that `init` writes: small, executable under every seed, and each about one thing. */
import type { JsonObject } from '../../base/json.ts';

/** Kinds of examples, as `--with` names them. */
export type ExampleKind = 'run' | 'explore' | 'memory' | 'host';

export interface ExampleScenario {
  readonly kind: ExampleKind;
  /** Below tests/. */
  readonly file: string;
  readonly expect: 'pass' | 'fail';
  readonly name: string;
  /** A distributed scenario has something else instead. */
  readonly steps?: readonly JsonObject[];
  readonly distributed?: JsonObject;
}

const example: ExampleScenario = {
  kind: 'run',
  file: 'example.fozzy.json',
  expect: 'pass',
  name: 'example',
  steps: [
    { type: 'rand_u64', key: 'order' },
    { type: 'http_when', method: 'POST', path: '/orders', status: 201, json: { id: '${order}' }, delay: '40ms', times: 1 },
    { type: 'http_request', method: 'POST', path: '/orders', expect_status: 201, expect_json: { id: '${order}' }, save_body_as: 'receipt' },
    { type: 'fs_write', path: 'receipts/${order}.json', data: '${receipt}' },
    { type: 'fs_read_assert', path: 'receipts/${order}.json', equals: { contains: '${order}' } },
    { type: 'assert_throws', steps: [{ type: 'get_kv_assert', key: 'refund' }] },
  ],
};

const runPass: ExampleScenario = {
  kind: 'run',
  file: 'run.pass.fozzy.json',
  expect: 'pass',
  name: 'run-pass',
  steps: [
    { type: 'set_kv', key: 'greeting', value: 'hello' },
    { type: 'get_kv_assert', key: 'greeting', equals: { matches: '^hel+o$' } },
    {
      type: 'parallel',
      tasks: [
        {
          name: 'producer',
          steps: [
            { type: 'sleep', duration: '20ms' },
            { type: 'set_kv', key: 'job', value: 'done' },
          ],
        },
        { name: 'consumer', steps: [{ type: 'assert_eventually_kv', key: 'job', equals: 'done', within: '1s', poll: '5ms' }] },
      ],
    },
    { type: 'net_send', from: 'client', to: 'server', payload: '${greeting}' },
    { type: 'net_deliver_one', strategy: 'fifo' },
    { type: 'net_recv_assert', node: 'server', from: 'client', payload: 'hello' },
    { type: 'repeat', times: 3, index_key: 'round', steps: [{ type: 'trace_event', name: 'round', fields: { number: '${round}' } }] },
    { type: 'assert_eq_int', a: '${round}', b: 2 },
  ],
};

/**
 * Check, pay, take: both buyers see the last seat, and the slower one pays for nothing. The payments
 * take different times, so every seed gives the same failure; where real waits end together and neither
 * is refused, both have it. Everything else is there to be shrunk away.
 */
const fail: ExampleScenario = {
  kind: 'run',
  file: 'fail.fozzy.json',
  expect: 'fail',
  name: 'last-seat-sold-twice',
  steps: [
    { type: 'trace_event', name: 'doors_open', fields: { venue: 'main hall' } },
    { type: 'set_kv', key: 'seats', value: '1' },
    { type: 'set_kv', key: 'price', value: '40' },
    { type: 'rand_u64', key: 'ticket' },
    { type: 'fs_write', path: 'log/opening.txt', data: 'one seat left for ${price}' },
    { type: 'parallel', tasks: [buyer('alice', '10ms'), buyer('bob', '30ms')] },
    { type: 'fail', message: 'alice and bob both paid for the one seat' },
  ],
};

function buyer(name: string, payment: string): JsonObject {
  return {
    name,
    steps: [
      { type: 'assert_eq_str', a: '${seats}', b: '1', msg: `${name} sees no free seat` },
      { type: 'sleep', duration: payment },
      { type: 'assert_eq_str', a: '${seats}', b: '1', msg: `${name} paid for a seat that is gone` },
      { type: 'set_kv', key: 'seats', value: '0' },
    ],
  };
}

const memoryPass: ExampleScenario = {
  kind: 'memory',
  file: 'memory.pass.fozzy.json',
  expect: 'pass',
  name: 'memory-pass',
  steps: [
    { type: 'memory_limit_mb', mb: 1 },
    { type: 'memory_alloc', bytes: 4096, key: 'buffer', tag: 'request' },
    { type: 'memory_checkpoint', name: 'request-in-flight' },
    { type: 'assert_throws', steps: [{ type: 'memory_alloc', bytes: 2097152, tag: 'too large for the limit' }] },
    { type: 'memory_assert_in_use_bytes', equals: 4096 },
    { type: 'memory_free', key: 'buffer' },
    { type: 'memory_assert_in_use_bytes', equals: 0 },
  ],
};

/** The declaration answers when processes are scripted, and is a contract on the real one when they are not. */
const hostPass: ExampleScenario = {
  kind: 'host',
  file: 'host.pass.fozzy.json',
  expect: 'pass',
  name: 'host-pass',
  steps: [
    { type: 'proc_when', cmd: 'node', args: ['-p', '6 * 7'], exit_code: 0, stdout: '42\n' },
    { type: 'proc_spawn', cmd: 'node', args: ['-p', '6 * 7'], expect_exit: 0, expect_stdout: '42\n', save_stdout_as: 'answer' },
    { type: 'get_kv_assert', key: 'answer', equals: { contains: '42' } },
  ],
};

/** Two writers at two nodes: whatever is overtaken, delayed or cut off for a while, all nodes agree in the end. */
const distributedPass: ExampleScenario = {
  kind: 'explore',
  file: 'distributed.pass.fozzy.json',
  expect: 'pass',
  name: 'distributed-pass',
  distributed: {
    nodes: ['a', 'b', 'c'],
    steps: [
      { type: 'client_put', node: 'a', key: 'seat', value: 'alice' },
      { type: 'partition', a: 'a', b: 'c' },
      { type: 'client_put', node: 'b', key: 'seat', value: 'bob' },
      { type: 'heal', a: 'a', b: 'c' },
    ],
    invariants: [
      { type: 'kv_all_equal', key: 'seat' },
      { type: 'kv_present_on_all', key: 'seat' },
    ],
  },
};

export const exampleScenarios: readonly ExampleScenario[] = [example, runPass, fail, distributedPass, memoryPass, hostPass];
