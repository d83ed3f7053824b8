/**
 * Values that a schema of any library takes in, as long as it follows the Standard Schema specification: zod by its definitions, others by
 * the JSON Schema they can give. The schema itself judges every value, so rules that cannot be read off it hold as well.
 */
import type { Gen } from '../input/gen.ts';
import { jsonSchemaGen, type JsonSchema } from './json-schema.ts';
import { zodDefinition, zodGen } from './zod-schema.ts';

/** What every library that follows the specification has; see standardschema.dev. */
export interface StandardSchema<Input = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    readonly types?: { readonly input: Input; readonly output: unknown } | undefined;
  };
}

export type SchemaInput<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly input: infer I }
    ? I
    : unknown
  : unknown;

export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard: unknown = Reflect.get(value, '~standard');
  return typeof standard === 'object' && standard !== null && typeof Reflect.get(standard, 'validate') === 'function';
}

export function schemaGen<S extends StandardSchema>(schema: S): Gen<SchemaInput<S>> {
  if (!isStandardSchema(schema)) throw new TypeError('g.schema: this is no Standard Schema; zod 4 and ArkType make them');
  const { validate } = schema['~standard'];
  const made: Gen<unknown> = zodDefinition(schema) === undefined ? jsonSchemaGen(jsonSchemaOf(schema)) : zodGen(schema);
  // Generated from the schema's own description of what it takes in, and checked by it.
  return made.filter((value) => isAccepted(validate(value))) as Gen<SchemaInput<S>>;
}

/** A schema that judges asynchronously is not waited for: its values are judged where they are used. */
function isAccepted(result: unknown): boolean {
  if (typeof result !== 'object' || result === null || result instanceof Promise) return true;
  return Reflect.get(result, 'issues') === undefined;
}

function jsonSchemaOf(schema: StandardSchema): JsonSchema {
  const standard: object = schema['~standard'];
  const converter: unknown = Reflect.get(standard, 'jsonSchema');
  const input: unknown = typeof converter === 'object' && converter !== null ? Reflect.get(converter, 'input') : undefined;
  const toJsonSchema: unknown = Reflect.get(schema, 'toJsonSchema');
  if (typeof input === 'function') return asSchema(Reflect.apply(input, converter, [{ target: 'draft-2020-12' }]));
  if (typeof toJsonSchema === 'function') return asSchema(Reflect.apply(toJsonSchema, schema, []));
  throw new TypeError(
    `g.schema: ${schema['~standard'].vendor} schemas do not tell what they take in; convert it to a JSON Schema for g.jsonSchema`,
  );
}

function asSchema(value: unknown): JsonSchema {
  if (typeof value === 'object' && value !== null) {
    // What the library calls a JSON Schema is read as one; parts that are none are refused there.
    return value as JsonSchema;
  }
  throw new TypeError('g.schema: the library gave no JSON Schema');
}
