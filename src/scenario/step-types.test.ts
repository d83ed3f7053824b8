import { describe, expect, test } from 'vitest';
import { parseScenario } from './parse-scenario.ts';
import { stepTypes } from './step-types.ts';

describe('the list of steps', () => {
  test('holds exactly 44 types, each once', () => {
    expect(new Set(stepTypes.types.map((entry) => entry.type)).size).toBe(44);
    expect(stepTypes.types).toHaveLength(44);
  });

  test.each(stepTypes.types.map((entry) => [entry.type, entry] as const))('the example of %s validates', (type, entry) => {
    const list = [entry.example, { type: 'unfreeze' }];
    const { problems, scenario } = parseScenario(JSON.stringify({ version: 1, name: 'x', steps: list }), { strict: true });
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({ variant: 'steps', steps: [{ step: { type }, pointer: '/steps/0' }, {}] });
  });

  test.each(stepTypes.types.map((entry) => [entry.type, entry] as const))('%s needs every field it calls required', (_type, entry) => {
    for (const field of entry.shape.fields.filter((candidate) => candidate.presence === 'required')) {
      const { [field.key]: _left, ...rest } = entry.example;
      const { problems } = parseScenario(JSON.stringify({ version: 1, name: 'x', steps: [rest, { type: 'unfreeze' }] }), { strict: true });
      expect(problems.map((problem) => [problem.code, problem.pointer])).toEqual([['missing_field', '/steps/0']]);
      expect(problems[0]?.message).toContain(`"${field.key}"`);
    }
  });
});

describe('a step after reading', () => {
  const read = (step: object): unknown => {
    const { scenario } = parseScenario(JSON.stringify({ version: 1, name: 'x', steps: [step, { type: 'unfreeze' }] }), { strict: true });
    return scenario?.variant === 'steps' ? scenario.steps[0]?.step : undefined;
  };

  test('has every default filled in', () => {
    expect(read({ type: 'proc_when', cmd: 'c', exit_code: -1 })).toEqual({
      type: 'proc_when',
      cmd: 'c',
      args: [],
      exitCode: -1,
    });
    expect(read({ type: 'http_when', method: 'get', path: '/', status: 200 })).toEqual({
      type: 'http_when',
      method: 'GET',
      path: '/',
      status: 200,
      headers: [],
      delayMs: 0,
      matchHeaders: [],
    });
    expect(read({ type: 'trace_event', name: 'e' })).toEqual({ type: 'trace_event', name: 'e', fields: {} });
  });

  test('has durations in milliseconds and multipliers as numbers', () => {
    expect(read({ type: 'assert_never_kv', key: 'k', equals: 'v', within: ' 2s ', poll: '1ms' })).toMatchObject({
      withinMs: 2000,
      pollMs: 1,
    });
    expect(read({ type: 'memory_pressure_wave', pattern: '1,2,4' })).toEqual({
      type: 'memory_pressure_wave',
      pattern: '1,2,4',
      multipliers: [1, 2, 4],
    });
  });

  test('has header names trimmed and lower-cased, in file order', () => {
    expect(read({ type: 'http_request', method: 'GET', path: '/', headers: { ' X-B ': '1', A: '${a}' } })).toMatchObject({
      headers: [
        ['x-b', '1'],
        ['a', { kind: 'template', source: '${a}' }],
      ],
    });
  });

  test('has matches parsed, patterns with the u flag', () => {
    expect(read({ type: 'fs_read_assert', path: 'p', equals: { matches: '^\\p{L}$' } })).toMatchObject({
      equals: { kind: 'matches', pattern: /^\p{L}$/u },
    });
    expect(read({ type: 'fs_read_assert', path: 'p', equals: { contains: 'x' } })).toMatchObject({
      equals: { kind: 'contains', text: 'x' },
    });
  });

  test('has truth values of text as truth values', () => {
    expect(read({ type: 'assert_ok', value: 'false' })).toMatchObject({ value: false });
  });
});
