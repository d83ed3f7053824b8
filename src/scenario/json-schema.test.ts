import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultTypes } from './distributed/fault-types.ts';
import { invariantTypes } from './distributed/invariant-types.ts';
import { distributedStepTypes } from './distributed/step-types.ts';
import { type SchemaDraft, scenarioJsonSchema } from './json-schema.ts';
import { parseScenario } from './parse-scenario.ts';
import { stepTypes } from './step-types.ts';

const drafts: readonly SchemaDraft[] = ['2020-12', 'draft-07'];

function validator(draft: SchemaDraft): (value: unknown) => boolean {
  const options = { strict: true, strictRequired: false, strictTypes: false, validateFormats: false };
  const ajv = draft === '2020-12' ? new Ajv2020(options) : new Ajv(options);
  const validate = ajv.compile(scenarioJsonSchema(draft));
  return (value) => validate(value) === true;
}

const steps = (...list: readonly object[]): object => ({ version: 1, name: 'x', steps: list });
const idle = { type: 'unfreeze' };
const tick = { type: 'tick', duration: '1ms' };
const cluster = (parts: object): object => ({ version: 1, name: 'x', distributed: { node_count: 2, steps: [tick], ...parts } });

const good: readonly object[] = [
  ...stepTypes.types.map((entry) => steps(entry.example, idle)),
  ...distributedStepTypes.types.map((entry) => cluster({ steps: [entry.example] })),
  ...invariantTypes.types.map((entry) => cluster({ invariants: [entry.example] })),
  ...faultTypes.types.map((entry) => cluster({ faults: [entry.example] })),
  {
    version: 1,
    name: 'x',
    $schema: './s.json',
    covers: ['a.ts'],
    suites: { g: { include: ['a'], seed: '7', timeout: '1s', expect: 'fail' } },
  },
  steps({ type: 'get_kv_assert', key: 'k', equals: null }),
  steps({ type: 'http_when', method: 'GET', path: '/', status: 200, body: null, json: 1 }, idle),
  steps({ type: 'assert_eq_int', a: '${n}', b: '-7' }, { type: 'fs_read_assert', path: 'p', equals: { matches: '^a' } }),
];

const bad: readonly object[] = [
  { version: 1, name: 'x' },
  { version: 2, name: 'x', steps: [idle] },
  { version: 1, name: '', steps: [idle] },
  { version: 1, name: 'x', steps: [idle], suites: { g: { include: ['a'] } } },
  { ...steps(idle), extra: 1 },
  steps(),
  steps({ type: 'proc_when', cmd: 'c', exit_code: 0 }),
  steps({ type: 'nope' }),
  steps({ key: 'k' }),
  steps({ type: 'set_kv', key: 'k' }),
  steps({ type: 'set_kv', key: 'k', value: 7 }),
  steps({ type: 'set_kv', key: 'fuzz.k', value: 'v' }),
  steps({ type: 'sleep', duration: '5' }),
  steps({ type: 'assert_throws', steps: [{ type: 'sleep', duration: '5 s' }] }),
  steps({ type: 'parallel', tasks: [{ name: 'a', steps: [idle] }] }),
  steps({ type: 'repeat', times: 0, steps: [idle] }),
  steps({ type: 'get_kv_assert', key: 'k', equals: 'v', is_null: true }),
  steps({ type: 'get_kv_assert', key: 'k', equals: { contains: 'a', matches: 'b' } }),
  steps({ type: 'http_when', method: 'GET', path: '/', status: 200, body: 'b', json: null }, idle),
  steps({ type: 'http_request', method: 'GET', path: '/', headers: { ' ': 'v' } }),
  steps({ type: 'memory_free' }),
  steps({ type: 'memory_free', alloc_id: 1, key: 'k' }),
  steps({ type: 'memory_pressure_wave', pattern: '1,0' }),
  steps({ type: 'net_set_drop_rate', rate: 2 }),
  steps({ type: 'net_deliver_one', strategy: 'lifo' }),
  cluster({ nodes: ['a'] }),
  cluster({ steps: [] }),
  cluster({ faults: [{ type: 'nope' }] }),
  cluster({ invariants: [{ type: 'kv_all_equal', key: 'k', phase: 'never' }] }),
  { version: 1, name: 'x', suites: { g: { include: [] } } },
  { version: 1, name: 'x', suites: { g: { include: ['a'], expect: 'passed' } } },
];

describe.each(drafts)('the JSON Schema of draft %s', (draft) => {
  const accepts = validator(draft);

  test.each(good.map((scenario) => JSON.stringify(scenario)))('accepts with the validator: %s', (text) => {
    expect(parseScenario(text, { strict: true }).problems).toEqual([]);
    expect(accepts(JSON.parse(text))).toBe(true);
  });

  test.each(bad.map((scenario) => JSON.stringify(scenario)))('rejects with the validator: %s', (text) => {
    expect(parseScenario(text, { strict: true }).problems).not.toEqual([]);
    expect(accepts(JSON.parse(text))).toBe(false);
  });
});

describe('the JSON Schema', () => {
  test('never rejects what the validator accepts', () => {
    const accepts = validator('2020-12');
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        'true',
        'k',
        '1',
        '1ms',
        '1,2',
        '${x}',
        0,
        1,
        200,
        { contains: 'a' },
        { matches: 'a' },
        { a: '1' },
        [],
      ),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const step = fc.constantFrom(...stepTypes.types).chain(({ example, shape }) => {
      const key = fc.constantFrom('msg', ...shape.fields.map((field) => field.key));
      return fc.dictionary(key, value, { maxKeys: 2 }).map((changes) => ({ ...example, ...changes }));
    });
    const verdicts = { accepted: 0, rejected: 0 };
    fc.assert(
      fc.property(step, (one) => {
        const text = JSON.stringify(steps(one, idle));
        const { scenario } = parseScenario(text, { strict: true });
        if (scenario !== undefined) expect(accepts(JSON.parse(text))).toBe(true);
        verdicts[scenario === undefined ? 'rejected' : 'accepted'] += 1;
      }),
      { numRuns: 1000 },
    );
    expect(verdicts.accepted).toBeGreaterThan(0);
    expect(verdicts.rejected).toBeGreaterThan(0);
  });

  test('describes every field of every step', () => {
    const definitions: unknown = scenarioJsonSchema('2020-12')['$defs'];
    for (const entry of stepTypes.types) {
      for (const field of entry.shape.fields.filter((candidate) => candidate.presence !== 'derived')) {
        const described = { description: expect.stringContaining(field.meaning) };
        expect(definitions).toMatchObject({ [`step.${entry.type}`]: { properties: { [field.key]: described } } });
      }
    }
  });
});
