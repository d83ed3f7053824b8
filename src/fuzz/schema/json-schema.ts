/**
 * Values that fit a JSON Schema. What decides the form of a value is read and generated (types, properties, items, bounds, formats,
 * alternatives, references); words that only forbid (`not`, `if`, `dependentSchemas`) are refused, because nothing here could honour them.
 */
import { isArray } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { ArrayGen, EntriesGen, OneOfGen, PickGen, putOwn, TupleGen } from '../input/gen-collection.ts';
import { Built, type Gen } from '../input/gen.ts';
import { JsonGen, type JsonValue } from '../input/gen-json.ts';
import { KnotGen } from '../input/gen-recursive.ts';
import { RegexGen } from '../input/gen-regex.ts';
import { BooleanGen, ConstantGen, FloatGen, IntegerGen, StringGen } from '../input/gen-scalar.ts';
import { formatGen } from './string-format.ts';

export type JsonSchema = boolean | { readonly [key: string]: unknown };

export function jsonSchemaGen(schema: JsonSchema): Gen<JsonValue> {
  // Only JSON can be a schema; what is not is noticed where it is read.
  const root = schema as Json;
  return new SchemaReader(root).read(root);
}

const REFUSED = ['not', 'if', 'dependentSchemas', 'dependentRequired', 'contains', 'unevaluatedProperties', '$dynamicRef'];

class SchemaReader {
  readonly #root: Json;
  readonly #references = new Map<string, KnotGen<JsonValue>>();

  constructor(root: Json) {
    this.#root = root;
  }

  read(schema: Json): Gen<JsonValue> {
    if (schema === true) return new JsonGen({ depthMax: 2 });
    if (!isObject(schema)) throw new TypeError(`g.jsonSchema: ${JSON.stringify(schema)} is no schema that anything fits`);
    const refused = REFUSED.find((word) => schema[word] !== undefined);
    if (refused !== undefined)
      throw new TypeError(`g.jsonSchema: '${refused}' cannot be generated; write the values that fit as alternatives instead`);
    const { $ref, allOf, anyOf, oneOf } = schema;
    if (typeof $ref === 'string') return this.#reference($ref);
    if (schema['const'] !== undefined) return new ConstantGen(plainJson(schema['const']));
    if (isList(schema['enum'])) return new PickGen(schema['enum'].map(plainJson));
    if (isList(allOf)) return this.read(this.#merged(schema, allOf));
    const either = isList(anyOf) ? anyOf : isList(oneOf) ? oneOf : undefined;
    if (either !== undefined) return new OneOfGen(either.map((option) => this.read(this.#merged(schema, [option]))));
    return this.#typed(schema);
  }

  #reference(ref: string): Gen<JsonValue> {
    const known = this.#references.get(ref);
    if (known !== undefined) return known;
    const knot = new KnotGen<JsonValue>(ref);
    this.#references.set(ref, knot);
    return knot.tie(this.read(this.#find(ref)));
  }

  #find(ref: string): Json {
    if (!ref.startsWith('#')) throw new TypeError(`g.jsonSchema: '${ref}' lies outside the schema`);
    let found: Json | undefined = this.#root;
    for (const word of ref.slice(1).split('/').slice(1)) {
      const key = decodeURIComponent(word).replaceAll('~1', '/').replaceAll('~0', '~');
      found = isObject(found) ? found[key] : undefined;
    }
    if (found === undefined) throw new TypeError(`g.jsonSchema: nothing lies at '${ref}'`);
    return found;
  }

  /** The words of all the parts together; where two say the same word, lists are joined and the later one wins otherwise. */
  #merged(schema: JsonObject, parts: readonly Json[]): JsonObject {
    const { allOf: _all, anyOf: _any, oneOf: _one, ...rest } = schema;
    let merged: { [key: string]: Json | undefined } = { ...rest };
    for (const part of parts) {
      const resolved = isObject(part) && typeof part['$ref'] === 'string' ? this.#find(part['$ref']) : part;
      if (!isObject(resolved)) continue;
      merged = {
        ...merged,
        ...resolved,
        properties: { ...objectAt(merged, 'properties'), ...objectAt(resolved, 'properties') },
        required: [...listAt(merged, 'required'), ...listAt(resolved, 'required')],
      };
    }
    return Object.fromEntries(Object.entries(merged).filter((entry): entry is [string, Json] => entry[1] !== undefined));
  }

  #typed(schema: JsonObject): Gen<JsonValue> {
    const type = schema['type'] ?? guessedType(schema);
    const types = isList(type) ? type : [type];
    const options = types.map((each) => this.#ofType(each, schema));
    if (schema['nullable'] === true) options.unshift(new ConstantGen(null));
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : new OneOfGen(options);
  }

  #ofType(type: Json | undefined, schema: JsonObject): Gen<JsonValue> {
    switch (type) {
      case 'null':
        return new ConstantGen(null);
      case 'boolean':
        return new BooleanGen();
      case 'integer':
        return numberGen(schema, true);
      case 'number':
        return numberGen(schema, false);
      case 'string':
        return stringGen(schema);
      case 'array':
        return this.#array(schema);
      case 'object':
        return this.#object(schema);
      case undefined:
        return new JsonGen({ depthMax: 2 });
      default:
        throw new TypeError(`g.jsonSchema: '${JSON.stringify(type)}' is no type`);
    }
  }

  #array(schema: JsonObject): Gen<JsonValue> {
    const { items, prefixItems, uniqueItems } = schema;
    const heads = isList(prefixItems) ? prefixItems : isList(items) ? items : [];
    const rest = isList(items) ? schema['additionalItems'] : items;
    const minLength = Math.max(0, numberAt(schema, 'minItems', 0) - heads.length);
    const maxLength = Math.max(minLength, numberAt(schema, 'maxItems', minLength + 10_000) - heads.length);
    const tail: Gen<JsonValue[]> =
      rest === false || (heads.length > 0 && rest === undefined && minLength === 0)
        ? new ConstantGen([])
        : new ArrayGen(this.read(rest ?? true), {
            minLength,
            maxLength,
            ...(uniqueItems === true ? { unique: (item: JsonValue) => JSON.stringify(item) } : {}),
          });
    const head = new TupleGen(heads.map((each) => this.read(each)));
    return new Built((draw) => [...draw(head), ...draw(tail)]);
  }

  #object(schema: JsonObject): Gen<JsonValue> {
    const required = new Set(listAt(schema, 'required'));
    const properties = objectAt(schema, 'properties');
    const unlisted = [...required].filter((name): name is string => typeof name === 'string' && !Object.hasOwn(properties, name));
    const fields: readonly (readonly [string, Gen<JsonValue>])[] = [
      ...Object.entries(properties).map(([name, each]) => [name, this.read(each ?? true)] as const),
      ...unlisted.map((name) => [name, this.#additional(schema) ?? new JsonGen({ depthMax: 1 })] as const),
    ];
    const more = this.#more(schema);
    const isPresent = new BooleanGen();
    return new Built((draw) => {
      const object: { [key: string]: JsonValue } = {};
      for (const [name, field] of fields) if (required.has(name) || draw(isPresent)) putOwn(object, name, draw(field));
      if (more !== undefined) for (const [name, value] of draw(more)) if (!Object.hasOwn(object, name)) putOwn(object, name, value);
      return object;
    });
  }

  #additional(schema: JsonObject): Gen<JsonValue> | undefined {
    const { additionalProperties } = schema;
    return additionalProperties === undefined || additionalProperties === false ? undefined : this.read(additionalProperties);
  }

  /** Keys beyond the listed ones, where the schema speaks of them. */
  #more(schema: JsonObject): Gen<readonly (readonly [string, JsonValue])[]> | undefined {
    const { patternProperties, propertyNames } = schema;
    const [pattern] = isObject(patternProperties) ? Object.entries(patternProperties) : [];
    const low = Math.max(0, numberAt(schema, 'minProperties', 0) - Object.keys(objectAt(schema, 'properties')).length);
    const high = Math.max(low, numberAt(schema, 'maxProperties', 20));
    if (pattern !== undefined) return new EntriesGen(new RegexGen(new RegExp(pattern[0], 'u')), this.read(pattern[1] ?? true), low, high);
    const value = this.#additional(schema) ?? (low > 0 ? new JsonGen({ depthMax: 1 }) : undefined);
    if (value === undefined) return undefined;
    const names = isObject(propertyNames) ? stringGen(propertyNames) : new StringGen({});
    return new EntriesGen(names, value, low, high);
  }
}

/** What a schema without a type is about. */
function guessedType(schema: JsonObject): string | undefined {
  const has = (...words: readonly string[]): boolean => words.some((word) => schema[word] !== undefined);
  if (has('properties', 'additionalProperties', 'patternProperties') || listAt(schema, 'required').length > 0) return 'object';
  if (has('items', 'prefixItems', 'minItems', 'maxItems')) return 'array';
  if (has('minLength', 'maxLength', 'pattern', 'format')) return 'string';
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : undefined;
}

function numberGen(schema: JsonObject, isWhole: boolean): Gen<number> {
  const step = numberAt(schema, 'multipleOf', isWhole ? 1 : 0);
  const above = numberAt(schema, 'exclusiveMinimum', Number.NEGATIVE_INFINITY);
  const below = numberAt(schema, 'exclusiveMaximum', Number.POSITIVE_INFINITY);
  const low = Math.max(numberAt(schema, 'minimum', Number.NEGATIVE_INFINITY), above);
  const high = Math.min(numberAt(schema, 'maximum', Number.POSITIVE_INFINITY), below);
  const isInside = (value: number): boolean => value > above && value < below;
  if (step === 0) {
    return new FloatGen({
      min: Math.max(low, -Number.MAX_VALUE),
      max: Math.min(high, Number.MAX_VALUE),
      nan: false,
      infinity: false,
    }).filter(isInside);
  }
  const min = Math.max(Math.ceil(low / step), Number.isFinite(high) ? Number.MIN_SAFE_INTEGER : -(2 ** 31));
  const max = Math.min(Math.floor(high / step), Number.isFinite(low) ? Number.MAX_SAFE_INTEGER : 2 ** 31);
  return new IntegerGen({ min, max }).map((count) => count * step).filter(isInside);
}

function stringGen(schema: JsonObject): Gen<string> {
  const { pattern, format } = schema;
  const minLength = numberAt(schema, 'minLength', 0);
  const maxLength = numberAt(schema, 'maxLength', Math.max(10_000, minLength));
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  if (typeof pattern === 'string') return new RegexGen(new RegExp(pattern, 'u')).filter(fits);
  const known = typeof format === 'string' ? formatGen(format) : undefined;
  return known === undefined ? new StringGen({ minLength, maxLength }) : known.filter(fits);
}

/** A value of our own: what a generator gives away may be changed. */
function plainJson(value: Json): JsonValue {
  // Text that was made from a JSON value is read as one.
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return value !== undefined && isArray(value);
}

function objectAt(schema: { readonly [key: string]: Json | undefined }, key: string): JsonObject {
  const value = schema[key];
  return isObject(value) ? value : {};
}

function listAt(schema: { readonly [key: string]: Json | undefined }, key: string): readonly Json[] {
  const value = schema[key];
  return isList(value) ? value : [];
}

function numberAt(schema: JsonObject, key: string, otherwise: number): number {
  const value = schema[key];
  return typeof value === 'number' ? value : otherwise;
}
