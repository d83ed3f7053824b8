/** Law: text, matches, rules and faults mean what the format says, and nothing is cut or kept beyond its bound. */
import { describe, expect, test } from 'vitest';
import { eventsNamed, runSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';
import { textOf } from '../support/text-of.ts';

const set = (key: string, value: string): StepRecord => ({ type: 'set_kv', key, value });
const get = (key: string, equals: unknown): StepRecord => ({ type: 'get_kv_assert', key, equals });

describe('interpolation', () => {
  test('replaces references by values, once, and $${ by ${', () => {
    expect(verdictOf(runSteps([set('a', '1'), set('b', '<${a}|${a}>'), get('b', '<1|1>')]))).toEqual(['pass']);
    expect(verdictOf(runSteps([set('a', '$${b}'), get('a', { matches: '^\\$\\{b\\}$' })]))).toEqual(['pass']);
    // A value that looks like a reference stays text.
    expect(verdictOf(runSteps([set('a', '$${b}'), set('c', '${a}'), get('c', { matches: '^\\$\\{b\\}$' })]))).toEqual(['pass']);
  });

  test('names the missing key and its nearest neighbour', () => {
    const { findings } = runSteps([set('order', '1'), set('x', '${ordre}')]);
    expect(findings[0]).toMatchObject({
      kind: 'checker',
      title: 'interpolation_missing',
      location: { details: { key: 'ordre', nearest: 'order' } },
    });
  });

  test('leaves keys, names and object keys alone, and reaches strings deep inside JSON', () => {
    const fields = { '${a}': ['${a}', { deep: '${a}' }], n: 1 };
    const outcome = runSteps([set('a', '5'), { type: 'trace_event', name: '${a}', fields }]);
    expect(outcome.events.find((event) => event.source === 'user')).toMatchObject({
      name: '${a}',
      fields: { '${a}': ['5', { deep: '5' }], n: 1 },
    });
  });

  test('keeps a whole-string reference in JSON a string', () => {
    const when = { type: 'http_when', method: 'GET', path: '/', status: 200, json: { id: '${n}' } };
    const steps = [
      set('n', '19'),
      when,
      { type: 'http_request', method: 'GET', path: '/', save_body_as: 'body' },
      get('body', '{"id":"19"}'),
    ];
    expect(verdictOf(runSteps(steps))).toEqual(['pass']);
  });

  test('lets fuzz references be empty outside fuzzing', () => {
    expect(verdictOf(runSteps([set('a', '<${fuzz.input}${fuzz.input_hex}>'), get('a', '<>')]))).toEqual(['pass']);
  });

  test('takes values that were written by __proto__ and other odd keys', () => {
    const steps = [set('__proto__', 'p'), set('constructor', 'c'), set('x', '${__proto__}${constructor}'), get('x', 'pc')];
    expect(verdictOf(runSteps(steps))).toEqual(['pass']);
  });
});

describe('integer asserts', () => {
  test('compare the whole 64-bit range without rounding', () => {
    const big = '9223372036854775807';
    expect(verdictOf(runSteps([{ type: 'assert_eq_int', a: big, b: big }]))).toEqual(['pass']);
    expect(verdictOf(runSteps([{ type: 'assert_ne_int', a: '9223372036854775806', b: big }]))).toEqual(['pass']);
    expect(
      verdictOf(runSteps([set('k', '-9223372036854775808'), { type: 'assert_eq_int', a: '${k}', b: '-9223372036854775808' }])),
    ).toEqual(['pass']);
  });

  test('refuse what is no integer at the time', () => {
    for (const text of ['1.0', '1e3', '', ' 1', '0x10', '9223372036854775808'])
      expect([text, ...verdictOf(runSteps([set('k', text), { type: 'assert_eq_int', a: '${k}', b: 1 }]))]).toEqual([
        text,
        'fail',
        'checker/not_an_integer',
      ]);
  });

  test('keep both values in the details', () => {
    expect(runSteps([{ type: 'assert_eq_int', a: 1, b: '2', msg: 'own words' }]).findings[0]).toMatchObject({
      message: expect.stringContaining('own words'),
      location: { line: expect.any(Number), col: expect.any(Number), stepPath: '/steps/0', details: { a: '1', b: '2' } },
    });
  });
});

describe('text in events', () => {
  const spawn = (stdout: string) =>
    runSteps([
      { type: 'proc_when', cmd: 'c', exit_code: 0, stdout },
      { type: 'proc_spawn', cmd: 'c' },
    ]);
  const cut = (stdout: string) => textOf(eventsNamed(spawn(stdout), 'proc_spawn')[0]?.fields['stdout']);

  test('is whole up to 16384 bytes and cut after that, at a character, with a mark', () => {
    expect(cut('a'.repeat(16_384))).toBe('a'.repeat(16_384));
    expect(cut('a'.repeat(16_385))).toBe(`${'a'.repeat(16_384)}...[truncated]`);
    const emoji = cut(`a${'🙂'.repeat(5000)}`);
    expect(emoji).toMatch(/^a🙂+\.\.\.\[truncated\]$/u);
    expect(Buffer.byteLength(emoji) - '...[truncated]'.length).toBeLessThanOrEqual(16_384);
  });

  test('that a user wrote deep inside fields is cut as well', () => {
    const { events } = runSteps([{ type: 'trace_event', name: 'u', fields: { deep: { list: ['b'.repeat(20_000)] } } }]);
    expect(Math.max(...events.map((event) => JSON.stringify(event.fields).length))).toBeLessThan(17_000);
  });

  test('is whole in decisions', () => {
    const { log } = spawn('a'.repeat(20_000));
    const kept: unknown[] = [];
    log.forEach((at) => kept.push(log.recordAt(at)));
    expect(kept).toContainEqual(expect.objectContaining({ kind: 'proc_spawn', stdout: 'a'.repeat(20_000) }));
  });
});

describe('http', () => {
  const respond = (json: unknown) => ({ type: 'http_when', method: 'GET', path: '/', status: 200, json });
  const expectJson = (value: unknown) => ({ type: 'http_request', method: 'GET', path: '/', expect_json: value });

  test('tells at most 64 differences', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index]));
    const [finding] = runSteps([respond(many), expectJson({})]).findings;
    expect([
      finding?.title,
      Array.isArray(finding?.location?.details?.['differences']) && finding.location.details['differences'].length,
    ]).toEqual(['http_json', 64]);
  });

  test('compares numbers by value and names each kind of difference', () => {
    expect(
      verdictOf(runSteps([{ ...respond(undefined), json: undefined, body: '{"a":1.0,"b":1e2}' }, expectJson({ b: 100, a: 1 })])),
    ).toEqual(['pass']);
    const [finding] = runSteps([respond({ a: 1, c: [1, 2], d: [1] }), expectJson({ a: 2, b: 1, c: [1], d: [1, 2] })]).findings;
    const kinds = (finding?.location?.details?.['differences'] ?? []) as readonly { kind: string }[];
    expect(kinds.map((difference) => difference.kind).toSorted()).toEqual([
      'extra_index',
      'missing_index',
      'missing_key',
      'value_mismatch',
    ]);
  });

  test('checks status, body, JSON and headers in that order', () => {
    const when = { type: 'http_when', method: 'GET', path: '/', status: 500, body: 'no json', headers: { 'X-A': '1' } };
    const wants = (more: object) => verdictOf(runSteps([when, { type: 'http_request', method: 'get', path: '/', ...more }]))[1];
    expect(wants({ expect_status: 200, expect_body: 'x', expect_headers: { 'x-a': '2' } })).toBe('assertion/http_status');
    expect(wants({ expect_body: 'x', expect_headers: { 'x-a': '2' } })).toBe('assertion/http_body');
    expect(wants({ expect_json: {}, expect_headers: { 'x-a': '2' } })).toBe('assertion/http_json_parse');
    expect(wants({ expect_headers: { 'x-a': '2' } })).toBe('assertion/http_headers');
    expect(wants({ expect_headers: { ' X-a ': '1' } })).toBe(undefined);
  });

  test('saves a body only after all checks passed', () => {
    const steps = [
      respond({}),
      { type: 'assert_throws', steps: [{ type: 'http_request', method: 'GET', path: '/', expect_status: 404, save_body_as: 'b' }] },
      { type: 'get_kv_assert', key: 'b', is_null: true },
    ];
    expect(verdictOf(runSteps(steps))).toEqual(['pass']);
  });

  test('tries rules in order, skips used-up ones, never uses times 0, and tells why none fitted', () => {
    const rule = (more: object) => ({ type: 'http_when', method: 'GET', path: '/', status: 200, ...more });
    const ask = (status: number) => ({ type: 'http_request', method: 'GET', path: '/', expect_status: status });
    expect(
      verdictOf(
        runSteps([rule({ times: 0, status: 500 }), rule({ times: 1, status: 201 }), rule({ status: 202 }), ask(201), ask(202), ask(202)]),
      ),
    ).toEqual(['pass']);
    const [finding] = runSteps([rule({ times: 0 }), rule({ match_body: 'x' }), ask(200)]).findings;
    expect(finding).toMatchObject({
      title: 'http_unmatched',
      location: { details: { rules: [{ stepPath: '/steps/0' }, { stepPath: '/steps/1' }] } },
    });
  });
});

describe('processes', () => {
  test('without a rule are blocked, with a rule to paste', () => {
    const [finding] = runSteps([{ type: 'proc_spawn', cmd: 'ls', args: ['-l'] }]).findings;
    expect(finding?.message).toContain('Strict proc backend blocked an undeclared subprocess');
    expect(finding?.message).toContain('Add a matching `proc_when` step');
    expect(finding?.location?.details).toMatchObject({
      command: 'ls',
      args: ['-l'],
      stepIndex: 0,
      stepPath: '/steps/0',
      scenarioPath: 'x.fozzy.json',
    });
    const suggested = finding?.location?.details?.['suggestedProcWhen'];
    expect(verdictOf(runSteps([suggested as unknown as StepRecord, { type: 'proc_spawn', cmd: 'ls', args: ['-l'] }]))).toEqual(['pass']);
  });
});

describe('faults and rules', () => {
  test('that took no effect are told apart from those that did', () => {
    const { faults } = runSteps([
      { type: 'proc_when', cmd: 'used', exit_code: 0 },
      { type: 'proc_when', cmd: 'unused', exit_code: 0 },
      { type: 'http_when', method: 'GET', path: '/', status: 200 },
      { type: 'sleep', duration: '5ms' },
      { type: 'proc_spawn', cmd: 'used' },
      { type: 'proc_spawn', cmd: 'used' },
      { type: 'net_partition', a: 'a', b: 'b' },
      { type: 'net_partition', a: 'a', b: 'c' },
      { type: 'net_send', from: 'b', to: 'a', payload: 'x' },
      { type: 'net_set_drop_rate', rate: 1 },
    ]);
    expect(faults.map(({ id, type, fired, count, firstFiredAtMs }) => [id, type, fired, count, firstFiredAtMs])).toEqual([
      ['f0', 'proc_when', true, 2, 5],
      ['f1', 'proc_when', false, 0, undefined],
      ['f2', 'http_when', false, 0, undefined],
      ['f3', 'net_partition', true, 1, 5],
      ['f4', 'net_partition', false, 0, undefined],
      ['f5', 'net_set_drop_rate', false, 0, undefined],
    ]);
  });
});

test('user events can never be mistaken for engine events', () => {
  const { events } = runSteps([{ type: 'trace_event', name: 'span_end', fields: { source: 'engine' } }]);
  expect(events.filter((event) => event.name === 'span_end').map((event) => event.source)).toEqual(['user', 'engine']);
});

test('every event has its field keys sorted, and time never goes back', () => {
  const { events } = runSteps([
    { type: 'trace_event', name: 'u', fields: { z: 1, a: 2, m: 3 } },
    { type: 'sleep', duration: '3ms' },
  ]);
  for (const event of events) expect(Object.keys(event.fields)).toEqual(Object.keys(event.fields).toSorted());
  expect(events.map((event) => event.time_ms)).toEqual(events.map((event) => event.time_ms).toSorted((a, b) => a - b));
});
