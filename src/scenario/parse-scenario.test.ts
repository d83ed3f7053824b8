/** Every rule of the format, each with the exact place it points at: « marks where the problem must be found. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ProblemCode, problemCodes } from '../base/problem-codes.ts';
import type { ScenarioEnvironment } from './environment.ts';
import { type ParseOptions, parseScenario } from './parse-scenario.ts';

const strict: ParseOptions = { strict: true };

const disk: ScenarioEnvironment = {
  exists: (path) => path === 'a.ts' || path === 'a.fozzy.json',
  moduleStatus: (path) => (path === './a.ts' ? 'ok' : path === './b.ts' ? { invalid: 'no default export' } : 'missing'),
  expandMembers: (patterns) => (patterns.includes('*.fozzy.json') || patterns.includes('a.fozzy.json') ? ['a.fozzy.json'] : []),
};

/** Splits the mark out of a text: where a problem is expected, as line and column. */
function marked(text: string): { readonly text: string; readonly line: number; readonly column: number } {
  const before = text.slice(0, text.indexOf('«'));
  const line = before.split('\n').length;
  return { text: text.replace('«', ''), line, column: before.length - before.lastIndexOf('\n') };
}

const steps = (list: string): string => `{"version": 1, "name": "x",\n "steps": [${list}]}`;
/** The second step keeps a declaration from standing alone. */
const step = (type: string, fields: string): string => steps(`\n  {"type": "${type}", ${fields}},\n  {"type": "unfreeze"}`);
const cluster = (body: string): string => `{"version": 1, "name": "x",\n "distributed": {${body}}}`;
const script = '"steps": [{"type": "tick", "duration": "1ms"}]';
const suites = (body: string): string => `{"version": 1, "name": "x",\n "suites": {${body}}}`;

type Case = readonly [code: ProblemCode, text: string, pointer: string, options?: Partial<ParseOptions>];

const cases: readonly Case[] = [
  ['json_syntax', '{"version": 1,\n "name": "x"«,}', ''],
  ['json_syntax', '{"version": 1, «// no comments\n}', ''],
  ['json_syntax', '«', ''],
  ['duplicate_key', '{"version": 1, "name": "x", «"name": "y", "steps": [{"type": "unfreeze"}]}', '/name'],
  ['duplicate_key', step('trace_event', '"name": "e", "fields": {"a/b": {"k": 1, «"k": 2}}'), '/steps/0/fields/a~1b/k'],
  ['variant_missing', '«{"version": 1, "name": "x"}', ''],
  ['variant_missing', '«{"version": 1, "name": "x", "steps": null}', ''],
  [
    'variant_ambiguous',
    `{"version": 1, "name": "x", "steps": [{"type": "unfreeze"}],\n «"distributed": {"node_count": 1, ${script}}}`,
    '/distributed',
  ],
  ['unsupported_version', '{"version": «2, "name": "x", "steps": [{"type": "unfreeze"}]}', '/version'],
  ['wrong_type', '{"version": «1.0, "name": "x", "steps": [{"type": "unfreeze"}]}', '/version'],
  ['wrong_type', '{"version": «"1", "name": "x", "steps": [{"type": "unfreeze"}]}', '/version'],
  ['wrong_type', '«[]', ''],
  ['empty_name', '{"version": 1, "name": «"", "steps": [{"type": "unfreeze"}]}', '/name'],
  ['missing_field', '«{"name": "x", "steps": [{"type": "unfreeze"}]}', ''],
  ['missing_field', steps('\n  «{"type": "set_kv", "key": "k"}'), '/steps/0'],
  ['missing_field', steps('\n  «{"key": "k"}'), '/steps/0'],
  ['wrong_type', step('set_kv', '"key": "k", "value": «7'), '/steps/0/value'],
  ['wrong_type', step('set_kv', '"key": «null, "value": "v"'), '/steps/0/key'],
  ['wrong_type', steps('\n  «"sleep"'), '/steps/0'],
  ['wrong_type', steps('\n  {"type": «7}'), '/steps/0/type'],
  ['wrong_type', step('repeat', '"times": «1e3, "steps": [{"type": "unfreeze"}]'), '/steps/0/times'],
  ['wrong_type', step('memory_alloc', '"bytes": «"12"'), '/steps/0/bytes'],
  ['wrong_type', step('assert_eq_int', '"a": «"abc", "b": 1'), '/steps/0/a'],
  ['wrong_type', step('assert_ok', '"value": «"yes"'), '/steps/0/value'],
  ['wrong_type', step('net_deliver_one', '"strategy": «"lifo"'), '/steps/0/strategy'],
  ['wrong_type', step('get_kv_assert', '"key": "k", "equals": «{}'), '/steps/0/equals'],
  ['out_of_range', step('http_when', '"method": "GET", "path": "/", "status": «600'), '/steps/0/status'],
  ['out_of_range', step('memory_alloc', '"bytes": «-1'), '/steps/0/bytes'],
  ['out_of_range', step('memory_alloc', '"bytes": «9007199254740992'), '/steps/0/bytes'],
  ['out_of_range', step('memory_fragmentation', '"seed": «"18446744073709551616"'), '/steps/0/seed'],
  ['out_of_range', step('assert_eq_int', '"a": «9223372036854775808, "b": 1'), '/steps/0/a'],
  ['out_of_range', step('net_set_drop_rate', '"rate": «1.5'), '/steps/0/rate'],
  ['out_of_range', step('repeat', '"times": «0, "steps": [{"type": "unfreeze"}]'), '/steps/0/times'],
  ['out_of_range', step('assert_never_kv', '"key": "k", "equals": "v", "within": "1s", "poll": «"0ms"'), '/steps/0/poll'],
  ['out_of_range', step('parallel', '"tasks": «[{"name": "a", "steps": [{"type": "unfreeze"}]}]'), '/steps/0/tasks'],
  ['unknown_key', step('proc_spawn', '"cmd": "c", «"expect_exitcode": 0'), '/steps/0/expect_exitcode'],
  ['unknown_key', step('get_kv_assert', '"key": "k", "equals": {"contains": "x", «"flags": "i"}'), '/steps/0/equals/flags'],
  ['unknown_key', '{"version": 1, "name": "x", «"step": [], "steps": [{"type": "unfreeze"}]}', '/step'],
  ['unknown_step_type', steps('\n  {"type": «"proc_spwn"}'), '/steps/0/type'],
  ['unknown_step_type', cluster('"node_count": 1, "steps": [{"type": «"client_pt"}]'), '/distributed/steps/0/type'],
  [
    'unknown_invariant_type',
    cluster(`"node_count": 1, ${script}, "invariants": [{"type": «"kv_equal"}]`),
    '/distributed/invariants/0/type',
  ],
  ['unknown_fault_type', cluster(`"node_count": 1, ${script}, "faults": [{"type": «"los"}]`), '/distributed/faults/0/type'],
  ['invalid_duration', step('sleep', '"duration": «"5"'), '/steps/0/duration'],
  ['invalid_duration', step('http_when', '"method": "GET", "path": "/", "status": 200, "delay": «"-1ms"'), '/steps/0/delay'],
  ['invalid_duration', suites('"g": {"include": ["a.fozzy.json"], "timeout": «"5 s"}'), '/suites/g/timeout'],
  ['empty_steps', '{"version": 1, "name": "x", "steps": «[]}', '/steps'],
  ['empty_steps', step('assert_throws', '"steps": «[]'), '/steps/0/steps'],
  ['empty_steps', cluster('"node_count": 1, "steps": «[]'), '/distributed/steps'],
  ['declaration_only', '{"version": 1, "name": "x", "steps": «[{"type": "proc_when", "cmd": "c", "exit_code": 0}]}', '/steps'],
  ['conflicting_fields', step('get_kv_assert', '"key": "k", "equals": "v", «"is_null": true'), '/steps/0/is_null'],
  ['conflicting_fields', step('get_kv_assert', '"key": "k", "is_null": true, «"equals": "v"'), '/steps/0/equals'],
  ['conflicting_fields', step('http_when', '"method": "GET", "path": "/", "status": 200, "body": "b", «"json": null'), '/steps/0/json'],
  [
    'conflicting_fields',
    step('http_request', '"method": "GET", "path": "/", "expect_body": "b", «"expect_json": null'),
    '/steps/0/expect_json',
  ],
  [
    'conflicting_fields',
    steps(
      '{"type": "unfreeze"},\n {"type": "http_when", "method": "GET", "path": "/", "status": 200, "match_json": 1, «"match_body": "b"}',
    ),
    '/steps/1/match_body',
  ],
  ['conflicting_fields', step('memory_free', '"alloc_id": 1, «"key": "k"'), '/steps/0/key'],
  ['conflicting_fields', steps('\n  «{"type": "memory_free"}'), '/steps/0'],
  ['conflicting_fields', steps('\n  «{"type": "memory_free", "key": null}'), '/steps/0'],
  ['conflicting_fields', cluster(`"nodes": ["a"], «"node_count": 1, ${script}`), '/distributed/node_count'],
  [
    'conflicting_fields',
    cluster('"node_count": 1, "steps": [{"type": "client_get_assert", "node": "n0", "key": "k", "equals": "v", «"is_null": true}]'),
    '/distributed/steps/0/is_null',
  ],
  [
    'conflicting_fields',
    step('parallel', '"tasks": [{"name": "a", "steps": [{"type": "unfreeze"}]}, {"name": «"a", "steps": [{"type": "unfreeze"}]}]'),
    '/steps/0/tasks/1/name',
  ],
  ['conflicting_fields', step('fs_read_assert', '"path": "p", "equals": {"contains": "a", «"matches": "b"}'), '/steps/0/equals/matches'],
  ['invalid_header', step('http_request', '"method": "GET", "path": "/", "headers": {«" ": "v"}'), '/steps/0/headers/ '],
  ['invalid_header', step('http_request', '"method": "GET", "path": "/", "headers": {«"a\\nb": "v"}'), '/steps/0/headers/a\nb'],
  ['invalid_header', step('http_request', '"method": "GET", "path": "/", "headers": {"a": «"x\\r\\ny"}'), '/steps/0/headers/a'],
  [
    'invalid_header',
    step('http_request', '"method": "GET", "path": "/", "expect_headers": {"A": "1", «" a ": "2"}'),
    '/steps/0/expect_headers/ a ',
  ],
  ['invalid_pattern', step('fs_read_assert', '"path": "p", "equals": {"matches": «"("}'), '/steps/0/equals/matches'],
  ['invalid_pattern', step('memory_pressure_wave', '"pattern": «"1,0"'), '/steps/0/pattern'],
  ['invalid_pattern', '{"version": 1, "name": "x", "covers": [«"src/[a.ts"], "steps": [{"type": "unfreeze"}]}', '/covers/0'],
  ['reserved_key', step('set_kv', '"key": «"fuzz.input", "value": "v"'), '/steps/0/key'],
  ['reserved_key', step('rand_u64', '"key": «"fuzz.x"'), '/steps/0/key'],
  ['reserved_key', step('http_request', '"method": "GET", "path": "/", "save_body_as": «"fuzz.x"'), '/steps/0/save_body_as'],
  ['reserved_key', step('proc_spawn', '"cmd": "c", "save_stdout_as": «"fuzz.x"'), '/steps/0/save_stdout_as'],
  ['reserved_key', step('memory_alloc', '"bytes": 1, "key": «"fuzz.x"'), '/steps/0/key'],
  ['reserved_key', step('repeat', '"times": 1, "index_key": «"fuzz.x", "steps": [{"type": "unfreeze"}]'), '/steps/0/index_key'],
  [
    'unknown_reference',
    cluster('"node_count": 1, "steps": [{"type": "client_put", "node": "n0", "key": "k", "value": «"${fuzz.input}${price}"}]'),
    '/distributed/steps/0/value',
  ],
  ['topology_missing', `{"version": 1, "name": "x", "distributed": «{${script}}}`, '/distributed'],
  ['topology_missing', cluster(`"nodes": «[], ${script}`), '/distributed/nodes'],
  ['out_of_range', cluster(`"node_count": «0, ${script}`), '/distributed/node_count'],
  ['unknown_node', cluster('"nodes": ["a", "b"], "steps": [{"type": "crash", "node": «"c"}]'), '/distributed/steps/0/node'],
  ['unknown_node', cluster(`${script}, "node_count": 2, "faults": [{"type": "crash", "node": «"n2"}]`), '/distributed/faults/0/node'],
  ['duplicate_node', cluster(`"nodes": ["a", «"a"], ${script}`), '/distributed/nodes/1'],
  ['self_partition', cluster('"nodes": ["a"], "steps": [{"type": "partition", "a": "a", "b": «"a"}]'), '/distributed/steps/0/b'],
  [
    'self_partition',
    cluster(`"nodes": ["a"], ${script}, "faults": [{"type": "partition", "b": "a", "a": «"a"}]`),
    '/distributed/faults/0/a',
  ],
  ['module_not_found', cluster(`"node_count": 1, "module": «"./gone.ts", ${script}`), '/distributed/module', { env: disk }],
  ['module_invalid', cluster(`"node_count": 1, "module": «"./b.ts", ${script}`), '/distributed/module', { env: disk }],
  [
    'covers_missing',
    '{"version": 1, "name": "x", "covers": ["a.ts", «"b.ts"], "steps": [{"type": "unfreeze"}]}',
    '/covers/1',
    { env: disk },
  ],
  [
    'delay_on_host',
    steps('{"type": "unfreeze"},\n {"type": "http_when", "method": "GET", "path": "/", "status": 200, «"delay": "1ms"}'),
    '/steps/1/delay',
    { httpBackend: 'host' },
  ],
  ['suite_empty', '{"version": 1, "name": "x", "suites": «{}}', '/suites'],
  ['suite_empty', suites('"g": {"include": «[]}'), '/suites/g/include'],
  ['suite_empty', suites('"g": {"include": ["a.fozzy.json", «"none/*.json"]}'), '/suites/g/include/1', { env: disk }],
  ['suite_empty', suites('"g": «{"include": ["*.fozzy.json"], "exclude": ["a.fozzy.json"]}'), '/suites/g', { env: disk }],
  ['suite_member_missing', suites('"g": {"include": [«"b.fozzy.json"]}'), '/suites/g/include/0', { env: disk }],
  ['suite_bad_expectation', suites('"g": {"include": ["a.fozzy.json"], "expect": «"passed"}'), '/suites/g/expect'],
];

describe('a problem names its rule and the exact place', () => {
  test.each(cases.map((one) => ({ code: one[0], text: one[1], pointer: one[2], options: one[3] })))('$code in $text', (one) => {
    const { text, line, column } = marked(one.text);
    const { problems } = parseScenario(text, { ...strict, ...one.options });
    const places = problems.map((problem) => [problem.code, problem.pointer, problem.line, problem.column]);
    expect(places).toEqual([[one.code, one.pointer, line, column]]);
  });

  test('every rule that one file alone can break is among them', () => {
    const shown = new Set<string>(cases.map(([code]) => code));
    expect(Object.keys(problemCodes).filter((code) => !shown.has(code))).toEqual(['suite_cycle']);
  });
});

describe('all problems are told at once', () => {
  test('in the order of the file, at every depth', () => {
    const text = steps(`
      {"type": "sleep", "duration": "soon"},
      {"type": "assert_throws", "steps": [
        {"type": "sleep", "duration": "1 s"},
        {"type": "get_kv_assert", "key": "k", "equals": "v", "is_null": true},
        {"type": "parallel", "tasks": [
          {"name": "a", "steps": [{"type": "repeat", "times": 2, "steps": [{"type": "memory_free"}, {"type": "advance", "duration": ""}]}]},
          {"name": "b", "steps": [{"type": "http_when", "method": "GET", "path": "/", "status": 200, "delay": "1x"}]}
        ]}
      ]},
      {"type": "set_kv"}`);
    expect(parseScenario(text, strict).problems.map((problem) => [problem.code, problem.pointer])).toEqual([
      ['invalid_duration', '/steps/0/duration'],
      ['invalid_duration', '/steps/1/steps/0/duration'],
      ['conflicting_fields', '/steps/1/steps/1/is_null'],
      ['conflicting_fields', '/steps/1/steps/2/tasks/0/steps/0/steps/0'],
      ['invalid_duration', '/steps/1/steps/2/tasks/0/steps/0/steps/1/duration'],
      ['declaration_only', '/steps/1/steps/2/tasks/1/steps'],
      ['invalid_duration', '/steps/1/steps/2/tasks/1/steps/0/delay'],
      ['missing_field', '/steps/2'],
      ['missing_field', '/steps/2'],
    ]);
  });

  test.each(['assert_throws', 'assert_rejects'])('%s holds its nested steps to the same rules', (type) => {
    const { problems } = parseScenario(step(type, '"steps": [{"type": "http_when", "method": "GET", "path": "/", "status": 200}]'), strict);
    expect(problems.map((problem) => [problem.code, problem.pointer])).toEqual([['declaration_only', '/steps/0/steps']]);
  });

  test('an ambiguous file has both of its variants checked', () => {
    const { problems, variant } = parseScenario('{"version": 1, "name": "x", "steps": [], "suites": {}}', strict);
    expect(problems.map((problem) => problem.code)).toEqual(['empty_steps', 'variant_ambiguous', 'suite_empty']);
    expect(variant).toBeUndefined();
  });
});

describe('hints lead to the next thing to type', () => {
  const hintOf = (text: string): string | undefined => parseScenario(text, strict).problems[0]?.hint;

  test('a missing field shows a minimal correct step', () => {
    expect(hintOf(step('set_kv', '"key": "k"'))).toContain('{"type":"set_kv","key":"state","value":"open"}');
  });

  test('a wrong type and a wrong range show one as well', () => {
    expect(hintOf(step('memory_alloc', '"bytes": "1"'))).toContain('"type":"memory_alloc"');
    expect(hintOf(step('memory_alloc', '"bytes": -1'))).toContain('"type":"memory_alloc"');
  });

  test('unknown keys, types, nodes and words propose the nearest known one', () => {
    expect(hintOf(step('proc_spawn', '"cmd": "c", "expect_exitt": 0'))).toBe('did you mean "expect_exit"?');
    expect(hintOf(steps('{"type": "asert_ok", "value": true}'))).toBe('did you mean "assert_ok"?');
    expect(hintOf(cluster('"nodes": ["alpha"], "steps": [{"type": "crash", "node": "alpa"}]'))).toBe('did you mean "alpha"?');
    expect(hintOf(suites('"g": {"include": ["a"], "expect": "fial"}'))).toBe('did you mean "fail"?');
  });

  test('after a nested step the example is that of the outer step again', () => {
    const text = step('repeat', '"steps": [{"type": "unfreeze"}], "times": 0');
    expect(hintOf(text)).toContain('"type":"repeat"');
  });

  test('a syntax error says where parsing failed and where the format is described', () => {
    const [problem] = parseScenario('{"version": 1,\n  oops}', strict).problems;
    expect(problem).toMatchObject({ code: 'json_syntax', line: 2, column: 3, severity: 'error' });
    expect(problem?.message).toMatch(/^failed to parse scenario at 2:3: /);
    expect(problem?.hint).toContain('fozzy schema --json');
  });

  test('declarations without actions are explained in the agreed words', () => {
    const [problem] = parseScenario(steps('{"type": "proc_when", "cmd": "c", "exit_code": 0}'), strict).problems;
    expect(`${problem?.message} ${problem?.hint}`).toContain('`proc_when` and `http_when` are declarations');
    expect(`${problem?.message} ${problem?.hint}`).toContain('Add executable steps such as `proc_spawn`');
  });

  test('a missing topology is explained in the agreed words', () => {
    expect(parseScenario(cluster(script), strict).problems[0]?.message).toContain('distributed requires either nodes:[...] or node_count');
  });
});

describe('severity', () => {
  const text = step('set_kv', '"key": "k", "value": "v", "valeu": "w"');

  test('an unknown key is an error in strict mode', () => {
    const outcome = parseScenario(text, strict);
    expect(outcome.problems[0]?.severity).toBe('error');
    expect(outcome.scenario).toBeUndefined();
    expect(outcome).toMatchObject({ variant: 'steps', name: 'x' });
  });

  test('otherwise it is a warning, and the scenario can be executed', () => {
    const outcome = parseScenario(text, { strict: false });
    expect(outcome.problems.map((problem) => problem.severity)).toEqual(['warning']);
    expect(outcome.scenario?.variant).toBe('steps');
  });

  test('an unknown type is always an error', () => {
    expect(parseScenario(steps('{"type": "nope"}'), { strict: false }).problems[0]?.severity).toBe('error');
  });

  test('covers_missing and delay_on_host are warnings', () => {
    const covers = parseScenario('{"version": 1, "name": "x", "covers": ["b.ts"], "steps": [{"type": "unfreeze"}]}', {
      ...strict,
      env: disk,
    });
    const http = '{"type": "http_when", "method": "GET", "path": "/", "status": 200, "delay": "1ms"}';
    const delay = parseScenario(steps(`${http}, {"type": "unfreeze"}`), { ...strict, httpBackend: 'host' });
    for (const outcome of [covers, delay]) {
      expect(outcome.problems.map((problem) => problem.severity)).toEqual(['warning']);
      expect(outcome.scenario).toBeDefined();
    }
  });
});

describe('null', () => {
  test('equals absent in an optional field', () => {
    const { scenario, problems } = parseScenario(step('get_kv_assert', '"key": "k", "equals": null, "is_null": null'), strict);
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({ steps: [{ step: { type: 'get_kv_assert', key: 'k', isNull: false } }, {}] });
  });

  test('is a value in json, expect_json and match_json', () => {
    const when = '{"type": "http_when", "method": "get", "path": "/", "status": 200, "json": null, "match_json": null, "body": null}';
    const request = '{"type": "http_request", "method": "get", "path": "/", "expect_json": null}';
    const { scenario, problems } = parseScenario(steps(`${when}, ${request}`), strict);
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({ steps: [{ step: { method: 'GET', json: null, matchJson: null } }, { step: { expectJson: null } }] });
  });
});

describe('correct files', () => {
  test('of all three variants are accepted in strict mode', () => {
    const cart = steps(`
      { "type": "proc_when", "cmd": "pricer", "args": ["--sku", "42"], "exit_code": 0, "stdout": "19", "times": 1 },
      { "type": "rand_u64", "key": "order" },
      { "type": "proc_spawn", "cmd": "pricer", "args": ["--sku", "42"], "expect_exit": 0, "save_stdout_as": "price" },
      { "type": "assert_eq_int", "a": "\${price}", "b": 19 },
      { "type": "http_when", "method": "POST", "path": "/orders", "status": 201, "json": { "id": "\${order}" }, "delay": "40ms" },
      { "type": "http_request", "method": "POST", "path": "/orders", "expect_status": 201, "expect_json": { "id": "\${order}" } },
      { "type": "assert_throws", "steps": [ { "type": "get_kv_assert", "key": "refund" } ] }`);
    const replica = cluster(`"nodes": ["a", "b", "c"], "module": "./a.ts", ${script},
      "faults": [ { "type": "loss", "max": 1 }, { "type": "crash", "node": "b" } ], "invariants": [ { "type": "kv_all_equal", "key": "x" } ]`);
    const shop = suites('"smoke": { "include": ["*.fozzy.json", "a.fozzy.json"], "timeout": "5s", "tags": ["fast"] }');
    for (const [variant, text] of Object.entries({ steps: cart, distributed: replica, suites: shop })) {
      const outcome = parseScenario(text, { ...strict, env: disk });
      expect(outcome.problems).toEqual([]);
      expect(outcome).toMatchObject({ variant, name: 'x', scenario: { variant, name: 'x', json: JSON.parse(text) } });
    }
  });

  test('keep unsafe integers exact in the copy for traces', () => {
    const { scenario } = parseScenario(step('memory_fragmentation', '"seed": 18446744073709551615'), strict);
    expect(scenario?.json['steps']).toEqual([{ type: 'memory_fragmentation', seed: 18446744073709551615n }, { type: 'unfreeze' }]);
  });
});

describe('numbers are taken exactly', () => {
  test('64-bit integers survive as numbers and as text', () => {
    const list =
      '{"type": "assert_eq_int", "a": 9223372036854775807, "b": "-9223372036854775808"}, {"type": "memory_fragmentation", "seed": 18446744073709551615}';
    const { scenario } = parseScenario(steps(list), strict);
    expect(scenario).toMatchObject({
      steps: [{ step: { a: '9223372036854775807', b: '-9223372036854775808' } }, { step: { seed: '18446744073709551615' } }],
    });
  });

  test('a reference is judged when the step runs', () => {
    expect(parseScenario(step('assert_eq_int', '"a": "${price}", "b": 1'), strict).problems).toEqual([]);
  });
});

describe('no text makes the validator throw', () => {
  test('any JSON value whatsoever', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, mode) => {
        const outcome = parseScenario(JSON.stringify(value), { strict: mode, env: disk });
        expect(outcome.problems.length > 0 || outcome.scenario !== undefined).toBe(true);
      }),
    );
  });

  test('any value in the place of any part of a correct scenario', () => {
    const type = fc.constantFrom(
      'http_when',
      'parallel',
      'repeat',
      'get_kv_assert',
      'memory_pressure_wave',
      'assert_eq_int',
      'tick',
      'partition',
    );
    const key = fc.constantFrom(
      'key',
      'equals',
      'tasks',
      'steps',
      'headers',
      'pattern',
      'a',
      'b',
      'times',
      'duration',
      'is_null',
      '__proto__',
    );
    const record = fc.tuple(type, fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }))).map(([name, fields]) => ({ ...fields, type: name }));
    const body = fc.oneof(
      fc.record({ steps: fc.array(record) }),
      fc.record({ distributed: fc.record({ nodes: fc.jsonValue({ maxDepth: 2 }), steps: fc.array(record), faults: fc.array(record) }) }),
      fc.record({ suites: fc.dictionary(fc.string(), fc.record({ include: fc.jsonValue({ maxDepth: 2 }) })) }),
    );
    fc.assert(
      fc.property(body, (parts) => {
        const { problems, scenario } = parseScenario(JSON.stringify({ version: 1, name: 'x', ...parts }), { strict: true, env: disk });
        expect(scenario === undefined).toBe(problems.some((problem) => problem.severity === 'error'));
        const places = problems.map((problem) => problem.line * 1e6 + problem.column);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  test('any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseScenario(text, strict).problems.length).toBeGreaterThan(0);
      }),
    );
  });

  test('ten megabytes of text in one field, with short messages', () => {
    const long = 'x'.repeat(10_000_000);
    expect(parseScenario(step('set_kv', `"key": "k", "value": "${long}"`), strict).problems).toEqual([]);
    const wrong = parseScenario(step('sleep', `"duration": "${long}", "${long}": 1`), strict).problems;
    expect(wrong.map((problem) => problem.code)).toEqual(['invalid_duration', 'unknown_key']);
    expect(Math.max(...wrong.map((problem) => problem.message.length))).toBeLessThan(1000);
  });

  test('nesting to the limit of the parser, and beyond it', () => {
    const nested = (depth: number): string =>
      depth === 0 ? '{"type": "unfreeze"}' : `{"type": "repeat", "times": 1, "steps": [${nested(depth - 1)}]}`;
    expect(parseScenario(steps(nested(120)), strict).problems).toEqual([]);
    expect(parseScenario(steps(nested(200)), strict).problems.map((problem) => problem.code)).toEqual(['json_syntax']);
    expect(parseScenario('['.repeat(100_000), strict).problems.map((problem) => problem.code)).toEqual(['json_syntax']);
  });

  test('keys that mean something to JavaScript are ordinary keys', () => {
    const { problems } = parseScenario(step('unfreeze', '"__proto__": 1, "constructor": 2, "toString": 3'), strict);
    expect(problems.map((problem) => problem.code)).toEqual(['unknown_key', 'unknown_key', 'unknown_key']);
    expect(parseScenario(steps('{"type": "constructor"}'), strict).problems.map((problem) => problem.code)).toEqual(['unknown_step_type']);
  });
});
