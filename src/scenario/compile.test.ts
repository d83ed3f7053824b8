import { describe, expect, test } from 'vitest';
import { type CompileOptions, compile, type Program } from './compile.ts';
import { parseScenario } from './parse-scenario.ts';

const event = (name: string): object => ({ type: 'trace_event', name });

function program(steps: readonly object[], options?: CompileOptions): Program {
  const { scenario, problems } = parseScenario(JSON.stringify({ version: 1, name: 'x', steps }, null, 1), { strict: true });
  expect(problems).toEqual([]);
  if (scenario?.variant !== 'steps') throw new Error('the scenario is valid');
  return compile(scenario, options);
}

const nested = [
  event('a'),
  { type: 'assert_throws', steps: [event('b'), { type: 'repeat', times: 2, steps: [event('c')] }] },
  {
    type: 'parallel',
    tasks: [
      { name: 'p', steps: [event('d'), event('e')] },
      { name: 'q', steps: [{ type: 'assert_rejects', steps: [{ type: 'fail', message: 'm' }] }] },
    ],
  },
  event('f'),
];

describe('a compiled program', () => {
  test('is flat: starts, ends, forks and joins point at each other', () => {
    expect(program(nested).code.map(({ op, kind, span, target }) => [op, kind, span, target])).toEqual([
      ['step', 'trace_event', 'step-0', 0],
      ['scope_start', 'assert_throws', 'step-1', 6],
      ['step', 'trace_event', 'step-1.0', 2],
      ['repeat_start', 'repeat', 'step-1.1', 5],
      ['step', 'trace_event', 'step-1.1.0', 4],
      ['repeat_end', 'repeat', 'step-1.1', 3],
      ['scope_end', 'assert_throws', 'step-1', 1],
      ['fork', 'parallel', 'step-2', 15],
      ['step', 'trace_event', 'step-2.0.0', 8],
      ['step', 'trace_event', 'step-2.0.1', 9],
      ['task_end', 'parallel', 'step-2', 7],
      ['scope_start', 'assert_rejects', 'step-2.1.0', 13],
      ['step', 'fail', 'step-2.1.0.0', 12],
      ['scope_end', 'assert_rejects', 'step-2.1.0', 11],
      ['task_end', 'parallel', 'step-2', 7],
      ['step', 'trace_event', 'step-3', 15],
      ['end', 'end', '', 16],
    ]);
  });

  test('says where each task of a fork starts', () => {
    expect(program(nested).code[7]?.tasks).toEqual([
      { name: 'p', start: 8 },
      { name: 'q', start: 11 },
    ]);
  });

  test('carries the pointer and place of every step', () => {
    const { code } = program(nested);
    expect(code[12]).toMatchObject({ pointer: '/steps/2/tasks/1/steps/0/steps/0', origin: '/steps/2/tasks/1/steps/0/steps/0' });
    expect(code[0]).toMatchObject({ pointer: '/steps/0', line: 5, column: 3 });
  });

  test('keeps the pointer a step had before shrinking', () => {
    const { code } = program([event('a'), event('b')], { origins: new Map([['/steps/1', '/steps/7']]) });
    expect(code.map(({ pointer, origin }) => [pointer, origin])).toEqual([
      ['/steps/0', '/steps/0'],
      ['/steps/1', '/steps/7'],
      ['', ''],
    ]);
  });

  test('gives every instruction the same keys in the same order', () => {
    const shapes = new Set(program(nested).code.map((instruction) => Object.keys(instruction).join()));
    expect([...shapes]).toEqual(['op,step,kind,pointer,origin,span,line,column,target,tasks']);
  });
});
