/**
 * Values that a zod 4 schema takes in, found by looking at its definition. Only the shape of the definitions is used, so no zod has to be
 * installed and any copy of it will do. What checks cannot be seen (refinements) is left to the schema itself, which has the last word.
 */
import { ArrayGen, EntriesGen, OneOfGen, OptionalGen, PickGen, putOwn, RecordGen, TupleGen } from '../input/gen-collection.ts';
import type { Gen } from '../input/gen.ts';
import { AnythingGen } from '../input/gen-json.ts';
import { KnotGen } from '../input/gen-recursive.ts';
import { RegexGen } from '../input/gen-regex.ts';
import { BigIntGen, BooleanGen, ConstantGen, FloatGen, IntegerGen, StringGen } from '../input/gen-scalar.ts';
import { DateGen } from '../input/gen-web.ts';
import { formatGen } from './string-format.ts';

type Definition = Readonly<Record<string, unknown>>;

/** The definition of a zod 4 schema; undefined for anything else. */
export function zodDefinition(schema: unknown): Definition | undefined {
  const inner = memberOf(schema, '_zod');
  const definition = memberOf(inner, 'def');
  return isRecord(definition) && typeof definition['type'] === 'string' ? definition : undefined;
}

export function zodGen(schema: unknown): Gen<unknown> {
  return new ZodReader().read(schema);
}

class ZodReader {
  /** Schemas that are being read, or were: those that contain themselves come round to here. */
  readonly #knots = new Map<unknown, KnotGen<unknown>>();

  read(schema: unknown): Gen<unknown> {
    const known = this.#knots.get(schema);
    if (known !== undefined) return known;
    const definition = zodDefinition(schema);
    if (definition === undefined) throw new TypeError('g.schema: a part of this schema is no zod 4 schema');
    if (definition['type'] !== 'lazy' && definition['type'] !== 'object') return this.#make(definition);
    const knot = new KnotGen<unknown>(`zod ${definition['type']}`);
    this.#knots.set(schema, knot);
    return knot.tie(this.#make(definition));
  }

  #make(definition: Definition): Gen<unknown> {
    const checks = checksOf(definition);
    switch (definition['type']) {
      case 'string':
        return stringGen(definition, checks);
      case 'number':
      case 'int':
        return numberGen(definition, checks);
      case 'bigint':
        return new BigIntGen(bounds(checks, (value) => (typeof value === 'bigint' ? value : undefined)));
      case 'boolean':
        return new BooleanGen();
      case 'date':
        return new DateGen(bounds(checks, (value) => (value instanceof Date ? value : undefined)));
      case 'null':
        return new ConstantGen(null);
      case 'undefined':
      case 'void':
        return new ConstantGen(undefined);
      case 'nan':
        return new ConstantGen(Number.NaN);
      case 'any':
      case 'unknown':
        return new AnythingGen();
      case 'literal':
        return new PickGen(listOf(definition['values']));
      case 'enum':
        return new PickGen(enumValues(definition['entries']));
      case 'lazy':
        return this.read(call(definition['getter']));
      default:
        return this.#composite(definition, checks);
    }
  }

  #composite(definition: Definition, checks: readonly Definition[]): Gen<unknown> {
    const inner = (): Gen<unknown> => this.read(definition['innerType']);
    switch (definition['type']) {
      case 'optional':
      case 'default':
      case 'prefault':
        return new OptionalGen(inner());
      case 'nullable':
        return new OneOfGen([new ConstantGen(null), inner()]);
      case 'nonoptional':
      case 'readonly':
      case 'catch':
      case 'success':
        return inner();
      case 'promise':
        return inner().map((value) => Promise.resolve(value));
      case 'pipe':
        return this.#pipe(definition);
      case 'array':
        return new ArrayGen(this.read(definition['element']), lengthBounds(checks));
      case 'tuple':
        return this.#tuple(definition);
      case 'object':
        return this.#object(definition);
      case 'record':
        return this.#entries(definition, checks).map((entries) => {
          const record: Record<string, unknown> = {};
          for (const [key, value] of entries) putOwn(record, String(key), value);
          return record;
        });
      case 'map':
        return this.#entries(definition, checks).map((entries) => new Map(entries));
      case 'set':
        return new ArrayGen(this.read(definition['valueType']), { ...lengthBounds(checks), unique: true }).map((list) => new Set(list));
      case 'union':
        return new OneOfGen(listOf(definition['options']).map((option) => this.read(option)));
      case 'intersection':
        return new TupleGen([this.read(definition['left']), this.read(definition['right'])]).map(([left, right]) => merged(left, right));
      default:
        throw new TypeError(`g.schema: values of z.${String(definition['type'])}() cannot be generated; give a generator of your own`);
    }
  }

  /** What goes in is what the first part takes; where that is only a function, anything may go in and the rest decides. */
  #pipe(definition: Definition): Gen<unknown> {
    const first = zodDefinition(definition['in']);
    return this.read(first?.['type'] === 'transform' ? definition['out'] : definition['in']);
  }

  #tuple(definition: Definition): Gen<unknown> {
    const head = new TupleGen(listOf(definition['items']).map((item) => this.read(item)));
    const { rest } = definition;
    if (rest === null || rest === undefined) return head;
    return new TupleGen([head, new ArrayGen(this.read(rest), {})] as const).map(([first, others]) => [...first, ...others]);
  }

  #object(definition: Definition): Gen<unknown> {
    const { shape } = definition;
    const fields = isRecord(shape) ? Object.entries(shape).map(([key, field]) => [key, this.read(field)] as const) : [];
    return new RecordGen(Object.fromEntries(fields));
  }

  #entries(definition: Definition, checks: readonly Definition[]): EntriesGen<unknown, unknown> {
    const { minLength, maxLength } = lengthBounds(checks);
    return new EntriesGen(this.read(definition['keyType']), this.read(definition['valueType']), minLength, maxLength);
  }
}

/** Checks that say how a text begins, ends or what it holds; several of them can hold at once. */
const AFFIXES: ReadonlySet<string> = new Set(['starts_with', 'ends_with', 'includes']);

function stringGen(definition: Definition, checks: readonly Definition[]): Gen<string> {
  const { minLength = 0, maxLength = Math.max(10_000, minLength) } = lengthBounds(checks);
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  for (const { format, pattern } of [definition, ...checks]) {
    if (typeof format !== 'string' || AFFIXES.has(format)) continue;
    const known = format === 'regex' ? undefined : formatGen(format);
    if (known !== undefined) return known.filter(fits);
    if (pattern instanceof RegExp) return new RegexGen(pattern).filter(fits);
  }
  const [before, after, inside] = (['prefix', 'suffix', 'includes'] as const).map((word) => textOf(checks, word));
  const fixed = `${before}${inside}${after}`.length;
  const free = new StringGen({ minLength: Math.max(0, minLength - fixed), maxLength: Math.max(0, maxLength - fixed) });
  return fixed === 0 ? free : free.map((text) => `${before}${text}${inside}${after}`);
}

/** What a check wants to stand in the text; empty where none does. */
function textOf(checks: readonly Definition[], word: string): string {
  const found = checks.map((check) => check[word]).find((text) => typeof text === 'string');
  return found ?? '';
}

const WHOLE: Readonly<Record<string, readonly [number, number]>> = {
  safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
};

function numberGen(definition: Definition, checks: readonly Definition[]): Gen<number> {
  const formats = [definition, ...checks].map(({ format }) => (typeof format === 'string' ? WHOLE[format] : undefined));
  const whole = formats.find((format) => format !== undefined);
  const step = checks
    .map(({ check, value }) => (check === 'multiple_of' && typeof value === 'number' ? value : 0))
    .find((value) => value > 0);
  const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
  const { min, max } = bounds(checks, asNumber);
  const isInside = (value: number): boolean =>
    checks.every(({ check, value: bound, inclusive }) => {
      if (typeof bound !== 'number' || inclusive === true) return true;
      return check === 'greater_than' ? value > bound : check === 'less_than' ? value < bound : true;
    });
  if (whole === undefined && step === undefined) {
    return new FloatGen({ min: min ?? -Number.MAX_VALUE, max: max ?? Number.MAX_VALUE, nan: false, infinity: false }).filter(isInside);
  }
  const size = step ?? 1;
  const [low, high] = whole ?? WHOLE['safeint'] ?? [0, 0];
  const range = { min: Math.ceil(Math.max(min ?? low, low) / size), max: Math.floor(Math.min(max ?? high, high) / size) };
  return new IntegerGen(range).map((count) => count * size).filter(isInside);
}

/** The least and the greatest value that the checks allow; a bound that is itself excluded is left to the schema to refuse. */
function bounds<T>(checks: readonly Definition[], read: (value: unknown) => T | undefined): { readonly min?: T; readonly max?: T } {
  let min: T | undefined;
  let max: T | undefined;
  for (const { check, value } of checks) {
    if (check === 'greater_than') min = read(value) ?? min;
    if (check === 'less_than') max = read(value) ?? max;
  }
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function lengthBounds(checks: readonly Definition[]): { readonly minLength?: number; readonly maxLength?: number } {
  let found: { minLength?: number; maxLength?: number } = {};
  for (const { minimum, maximum, length, size } of checks) {
    const exact = length ?? size;
    if (typeof minimum === 'number') found = { ...found, minLength: minimum };
    if (typeof maximum === 'number') found = { ...found, maxLength: maximum };
    if (typeof exact === 'number') found = { minLength: exact, maxLength: exact };
  }
  return found;
}

function checksOf(definition: Definition): readonly Definition[] {
  const own = typeof definition['check'] === 'string' ? [definition] : [];
  return [
    ...own,
    ...listOf(definition['checks'])
      .map((check) => memberOf(memberOf(check, '_zod'), 'def'))
      .filter(isRecord),
  ];
}

/** A TypeScript enum of numbers also maps its values back to names; those are no values. */
function enumValues(entries: unknown): readonly unknown[] {
  if (!isRecord(entries)) return [];
  const numbers = Object.values(entries).filter((value) => typeof value === 'number');
  return Object.entries(entries)
    .filter(([key]) => !numbers.includes(Number(key)))
    .map(([, value]) => value);
}

function merged(left: unknown, right: unknown): unknown {
  return isRecord(left) && isRecord(right) ? { ...left, ...right } : right;
}

function call(getter: unknown): unknown {
  return typeof getter === 'function' ? Reflect.apply(getter, undefined, []) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null;
}

function memberOf(value: unknown, key: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, key) : undefined;
}
