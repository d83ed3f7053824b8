import { describe, expect, test } from 'vitest';
import { parseCheckers, parseFaultList, parseFaultPresets } from './override.ts';

const nodes = ['a', 'b', 'c'];
const records = (parsed: ReturnType<typeof parseFaultPresets> | ReturnType<typeof parseCheckers>): unknown =>
  parsed.ok ? parsed.value.map((placed) => placed.record) : parsed.message;

describe('fault presets', () => {
  test('speak of the first nodes of the list', () => {
    expect(records(parseFaultPresets('partition-first-two, crash-first', nodes))).toEqual([
      { type: 'partition', a: 'a', b: 'b', max: 1, heal: false },
      { type: 'crash', node: 'a', max: 1, restart: false },
    ]);
    expect(records(parseFaultPresets('heal-first-two,partition-first-two', nodes))).toEqual([
      { type: 'partition', a: 'a', b: 'b', max: 1, heal: true },
    ]);
    expect(records(parseFaultPresets('none', nodes))).toEqual([]);
  });

  test.each([
    ['restart-first', 'only together with "crash-first"'],
    ['heal-first-two', 'only together with "partition-first-two"'],
    ['none,crash-first', 'cannot be combined'],
    ['crash-frist', 'did you mean "crash-first"?'],
    ['', 'no fault preset'],
    ['lossy.json', 'there is no file "lossy.json"'],
    ['faults/lossy', 'there is no file "faults/lossy"'],
  ])('%s is refused', (list, message) => {
    expect(records(parseFaultPresets(list, nodes))).toContain(message);
  });

  test('a pair needs two nodes', () => {
    expect(records(parseFaultPresets('partition-first-two', ['a']))).toContain('at least two nodes');
  });
});

describe('checkers', () => {
  test('are invariants judged at quiescence', () => {
    expect(records(parseCheckers('kv_all_equal:x, kv_node_equals:b:k:v:w', nodes))).toEqual([
      { type: 'kv_all_equal', key: 'x', phase: 'quiescence' },
      { type: 'kv_node_equals', node: 'b', key: 'k', equals: { kind: 'exact', text: 'v:w' }, phase: 'quiescence' },
    ]);
  });

  test.each([
    ['kv_all_equal', 'write kv_all_equal:<key>'],
    ['kv_node_equals:z:k:v', 'there is no node "z"'],
    ['kv_node_equals:a:k', 'write kv_node_equals:<node>:<key>:<value>'],
    ['kv_al_equal:x', 'did you mean "kv_all_equal"?'],
    [' , ', 'no checker'],
  ])('%s is refused', (list, message) => {
    expect(records(parseCheckers(list, nodes))).toContain(message);
  });
});

describe('a file of faults', () => {
  test('obeys the rules of the list inside a scenario', () => {
    expect(parseFaultList('[{"type": "loss", "from": "a"}]', nodes, true)).toMatchObject({
      problems: [],
      faults: [{ record: { type: 'loss', from: 'a', max: 1 }, pointer: '/0' }],
    });
    const { problems, faults } = parseFaultList('[{"type": "crash", "node": "z"},\n {"type": "lost"}]', nodes, true);
    expect(problems.map((problem) => [problem.code, problem.pointer, problem.line, problem.column])).toEqual([
      ['unknown_node', '/0/node', 1, 28],
      ['unknown_fault_type', '/1/type', 2, 11],
    ]);
    expect(faults).toBeUndefined();
    expect(parseFaultList('[', nodes, true).problems.map((problem) => problem.code)).toEqual(['json_syntax']);
  });
});
