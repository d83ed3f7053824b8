/** Law: a problem of a scenario file names what was probably meant. */
import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/parse-scenario.ts';

function hintFor(type: string): string | undefined {
  const text = JSON.stringify({ version: 1, name: 'x', steps: [{ type }] });
  return parseScenario(text, { strict: true }).problems.find((problem) => problem.code === 'unknown_step_type')?.hint;
}

test('a step type with a slip, half of a step type and more than a step type lead to the type', () => {
  expect(hintFor('get_kv_asert')).toBe('did you mean "get_kv_assert"?');
  expect(hintFor('rand')).toBe('did you mean "rand_u64"?');
  expect(hintFor('http_request_json')).toBe('did you mean "http_request"?');
  expect(hintFor('teleport')).toContain('fozzy schema');
});
