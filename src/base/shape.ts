/**
 * The shape of a document said once: as JSON Schema for other programs, and as a type for ours. What is annotated with the type cannot
 * differ from the schema without the compiler noticing.
 */
import type { Json, JsonObject } from './json.ts';

export interface Shape<T> {
  readonly schema: JsonObject;
  /** Never there: only the compiler looks at it. */
  readonly holds?: T;
}

export type Shaped<S> = S extends Shape<infer T> ? T : never;

type Fields = Readonly<Record<string, Shape<unknown>>>;
/** One object instead of two that are put together, so that hovering shows what it is. */
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The schemas of several shapes, by their names. */
export function schemasOf(shapes: Readonly<Record<string, Shape<object>>>): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Object.entries(shapes).map(([name, { schema }]) => [name, schema]));
}

export const text: Shape<string> = { schema: { type: 'string' } };
export const number: Shape<number> = { schema: { type: 'number' } };
export const count: Shape<number> = { schema: { type: 'integer', minimum: 0 } };
export const flag: Shape<boolean> = { schema: { type: 'boolean' } };

export function one<const T extends string | boolean | null>(...values: readonly T[]): Shape<T> {
  return { schema: values.length === 1 ? { const: values[0] ?? null } : { enum: values } };
}

export function orNull<T>({ schema }: Shape<T>): Shape<T | null> {
  return { schema: { anyOf: [schema, { type: 'null' }] } };
}

export function list<T>({ schema }: Shape<T>): Shape<readonly T[]> {
  return { schema: { type: 'array', items: schema } };
}

/** Exactly these keys. */
export function record<R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  optional?: O,
): Shape<Flat<{ readonly [K in keyof R]: Shaped<R[K]> } & { readonly [K in keyof O]?: Shaped<O[K]> }>> {
  const properties: Record<string, Json> = {};
  for (const [key, shape] of Object.entries({ ...required, ...optional })) properties[key] = shape.schema;
  return { schema: { type: 'object', required: Object.keys(required), additionalProperties: false, properties } };
}

/** A whole document: its version, then the rest. */
export function versioned<const V extends string, R extends Fields, O extends Fields = Record<never, never>>(
  version: V,
  required: R,
  optional?: O,
): Shape<Flat<{ readonly schemaVersion: V } & { readonly [K in keyof R]: Shaped<R[K]> } & { readonly [K in keyof O]?: Shaped<O[K]> }>> {
  const { schema } = record({ schemaVersion: one(version), ...required }, optional);
  return { schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema } };
}
