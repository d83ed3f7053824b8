import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScenarioEnvironment } from './environment.ts';
import { type ParseOptions, parseScenario } from './parse-scenario.ts';

const strict: ParseOptions = { strict: true };
const steps = (list: string): string => `{"version": 1, "name": "x",\n "steps": [${list}]}`;
/** The second step keeps a declaration from standing alone. */
const step = (type: string, fields: string): string => steps(`\n  {"type": "${type}", ${fields}},\n  {"type": "unfreeze"}`);
const cluster = (body: string): string => `{"version": 1, "name": "x",\n "distributed": {${body}}}`;
const script = '"steps": [{"type": "tick", "duration": "1ms"}]';
const suites = (body: string): string => `{"version": 1, "name": "x",\n "suites": {${body}}}`;
const disk: ScenarioEnvironment = {
  exists: (path) => path === 'a.ts' || path === 'a.fozzy.json',
  moduleStatus: (path) => (path === './a.ts' ? 'ok' : path === './b.ts' ? { invalid: 'no default export' } : 'missing'),
  expandMembers: (patterns) => (patterns.includes('*.fozzy.json') || patterns.includes('a.fozzy.json') ? ['a.fozzy.json'] : []),
};

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
