/** Every rule of the format, each with the exact place it points at: « marks where the problem must be found. */
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
