/** What `fozzy schema` tells about scenario files, taken from the descriptors the validator reads with. */
import { canonicalJson } from '../base/canonical-json.ts';
import type { JsonObject } from '../base/json.ts';
import { faultTypes } from './distributed/fault-types.ts';
import { invariantTypes } from './distributed/invariant-types.ts';
import { distributedStepTypes } from './distributed/step-types.ts';
import type { Field } from './field.ts';
import type { RecordTable, RecordType } from './record-type.ts';
import { variants } from './root-shape.ts';
import { stepTypes } from './step-types.ts';

export interface TypeSchema {
  readonly requiredFields: readonly string[];
  readonly optionalFields: readonly string[];
  readonly example: JsonObject;
  readonly notes: readonly string[];
}

export type TypeSchemas = Readonly<Record<string, TypeSchema>>;

export interface SchemaDocument {
  readonly fileVariants: readonly string[];
  readonly stepTypes: readonly string[];
  readonly distributedStepTypes: readonly string[];
  readonly distributedInvariantTypes: readonly string[];
  readonly faultTypes: readonly string[];
  readonly stepSchemas: TypeSchemas;
  readonly distributedStepSchemas: TypeSchemas;
  readonly distributedInvariantSchemas: TypeSchemas;
  readonly faultSchemas: TypeSchemas;
}

export function schemaDocument(): SchemaDocument {
  return {
    fileVariants: variants,
    stepTypes: namesOf(stepTypes),
    distributedStepTypes: namesOf(distributedStepTypes),
    distributedInvariantTypes: namesOf(invariantTypes),
    faultTypes: namesOf(faultTypes),
    stepSchemas: schemasOf(stepTypes),
    distributedStepSchemas: schemasOf(distributedStepTypes),
    distributedInvariantSchemas: schemasOf(invariantTypes),
    faultSchemas: schemasOf(faultTypes),
  };
}

function namesOf(table: RecordTable<unknown>): readonly string[] {
  return table.types.map((entry) => entry.type);
}

function schemasOf(table: RecordTable<unknown>): TypeSchemas {
  return Object.fromEntries(table.types.map((entry) => [entry.type, typeSchema(entry)]));
}

function typeSchema(entry: RecordType<unknown>): TypeSchema {
  const { fields, rules } = entry.shape;
  const written = fields.filter((field) => field.presence !== 'derived');
  return {
    requiredFields: written.filter((field) => field.presence === 'required').map((field) => field.key),
    optionalFields: written.filter((field) => field.presence === 'optional').map((field) => field.key),
    example: entry.example,
    notes: [entry.summary, ...written.map(fieldNote), ...rules.map((rule) => `${rule.note}.`), ...entry.notes],
  };
}

function fieldNote(field: Field<unknown, boolean>): string {
  const standard = field.fallbackJson === undefined ? '' : `, default ${canonicalJson(field.fallbackJson)}`;
  return `\`${field.key}\` (${field.kind.label}${standard}): ${field.meaning}.`;
}
