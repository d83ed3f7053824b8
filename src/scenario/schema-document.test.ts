import { expect, test } from 'vitest';
import { schemaDocument } from './schema-document.ts';

test('the document names every variant and type', () => {
  const document = schemaDocument();
  expect(document.fileVariants).toEqual(['steps', 'distributed', 'suites']);
  expect(document.stepTypes).toHaveLength(44);
  expect(document.distributedStepTypes).toEqual(['client_put', 'client_get_assert', 'partition', 'heal', 'crash', 'restart', 'tick']);
  expect(document.distributedInvariantTypes).toEqual(['kv_all_equal', 'kv_present_on_all', 'kv_node_equals']);
  expect(document.faultTypes).toEqual(['partition', 'crash', 'loss', 'duplicate', 'delay']);
});

test('every type has its fields, an example and notes', () => {
  const document = schemaDocument();
  expect(Object.keys(document.stepSchemas)).toEqual(document.stepTypes);
  expect(Object.keys(document.distributedStepSchemas)).toEqual(document.distributedStepTypes);
  expect(Object.keys(document.distributedInvariantSchemas)).toEqual(document.distributedInvariantTypes);
  expect(Object.keys(document.faultSchemas)).toEqual(document.faultTypes);
  for (const schemas of [
    document.stepSchemas,
    document.distributedStepSchemas,
    document.distributedInvariantSchemas,
    document.faultSchemas,
  ]) {
    for (const [type, schema] of Object.entries(schemas)) {
      expect(schema.example['type']).toBe(type);
      expect(Object.keys(schema.example)).toEqual(expect.arrayContaining([...schema.requiredFields]));
      expect(schema.notes.length).toBeGreaterThan(0);
    }
  }
});

test('fields read twice are listed once, and defaults are shown', () => {
  const { stepSchemas } = schemaDocument();
  expect(stepSchemas['memory_pressure_wave']).toMatchObject({ requiredFields: ['pattern'], optionalFields: [] });
  expect(stepSchemas['proc_when']).toMatchObject({
    requiredFields: ['cmd', 'exit_code'],
    optionalFields: ['args', 'stdout', 'stderr', 'times'],
  });
  expect(stepSchemas['http_when']?.notes.join(' ')).toContain('default "0ms"');
  expect(stepSchemas['http_when']?.notes).toContain('`body` and `json` exclude each other.');
});
