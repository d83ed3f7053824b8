/**
 * The JSON Schema of scenario files for editors, generated from the descriptors. It completes and
 * explains every key; a few rules that JSON Schema cannot express (unique names across objects,
 * node names, strict integers) are left to `fozzy validate`.
 */
import type { JsonObject } from '../base/json.ts';
import { distributedShape } from './distributed/distributed-kind.ts';
import { faultTypes } from './distributed/fault-types.ts';
import { invariantTypes } from './distributed/invariant-types.ts';
import { distributedStepTypes } from './distributed/step-types.ts';
import { taskShape } from './family/composite.ts';
import type { Field, RefTo, Shape } from './field.ts';
import { sharedDefinitions } from './json-schema-values.ts';
import type { RecordTable, RecordType } from './record-type.ts';
import { rootShape } from './root-shape.ts';
import { stepTypes } from './step-types.ts';
import { groupShape } from './suites-kind.ts';

export type SchemaDraft = '2020-12' | 'draft-07';

const dialects = {
  '2020-12': { uri: 'https://json-schema.org/draft/2020-12/schema', definitions: '$defs' },
  'draft-07': { uri: 'http://json-schema.org/draft-07/schema#', definitions: 'definitions' },
} as const;

export function scenarioJsonSchema(draft: SchemaDraft): JsonObject {
  const { uri, definitions } = dialects[draft];
  const ref: RefTo = (definition) => ({ $ref: `#/${definitions}/${definition}` });
  return {
    $schema: uri,
    title: 'Fozzy scenario',
    description: 'A scenario file (*.fozzy.json) of format version 1.',
    ...shapeSchema(rootShape, ref),
    [definitions]: {
      ...sharedDefinitions(ref),
      task: shapeSchema(taskShape, ref),
      distributed: shapeSchema(distributedShape, ref),
      group: shapeSchema(groupShape, ref),
      ...tableSchemas(stepTypes, 'step', ref),
      ...tableSchemas(distributedStepTypes, 'distributedStep', ref),
      ...tableSchemas(invariantTypes, 'invariant', ref),
      ...tableSchemas(faultTypes, 'fault', ref),
    },
  };
}

/** One definition per type, and one that chooses between them by `type`. */
function tableSchemas(table: RecordTable<unknown>, definition: string, ref: RefTo): JsonObject {
  const nameOf = (entry: RecordType<unknown>): string => `${definition}.${entry.type}`;
  return {
    [definition]: {
      type: 'object',
      required: ['type'],
      properties: { type: { enum: table.types.map((entry) => entry.type) } },
      oneOf: table.types.map((entry) => ref(nameOf(entry))),
    },
    ...Object.fromEntries(table.types.map((entry) => [nameOf(entry), recordSchema(entry, ref)])),
  };
}

function recordSchema(entry: RecordType<unknown>, ref: RefTo): JsonObject {
  const type = { const: entry.type, description: entry.summary };
  return { description: [entry.summary, ...entry.notes].join(' '), ...shapeSchema(entry.shape, ref, { type }), examples: [entry.example] };
}

function shapeSchema(shape: Shape<unknown>, ref: RefTo, tag: JsonObject = {}): JsonObject {
  const fields = shape.fields.filter((field) => field.presence !== 'derived');
  const rules = shape.rules.map((rule) => rule.schema).filter((schema) => schema !== undefined);
  return {
    type: 'object',
    properties: { ...tag, ...Object.fromEntries(fields.map((field) => [field.key, fieldSchema(field, ref)])) },
    required: [...Object.keys(tag), ...fields.filter((field) => field.presence === 'required').map((field) => field.key)],
    additionalProperties: false,
    ...(rules.length === 0 ? {} : { allOf: rules }),
  };
}

/** Draft 7 ignores everything beside a $ref, so the value stands one level below its description. */
function fieldSchema(field: Field<unknown, boolean>, ref: RefTo): JsonObject {
  const value = field.kind.schema(ref);
  const described = { description: `${field.meaning} (${field.kind.label})` };
  if (field.presence === 'required') return { ...described, allOf: [value] };
  const standard = field.fallbackJson === undefined ? {} : { default: field.fallbackJson };
  return { ...described, ...standard, anyOf: field.kind.nullIsValue ? [value] : [value, { type: 'null' }] };
}
