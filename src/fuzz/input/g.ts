/**
 * `g`: the generators, as users write them. The simplest value of each is the one a failure shrinks to: false, 0, '', [], the first of
 * several alternatives.
 */
import type { Readable } from 'node:stream';
import { ArbitraryGen, type Arbitrary } from '../schema/fast-check.ts';
import { jsonSchemaGen } from '../schema/json-schema.ts';
import { schemaGen } from '../schema/standard-schema.ts';
import { Built, type Gen } from './gen.ts';
import {
  ArrayGen,
  type ArrayOptions,
  type DictOptions,
  EntriesGen,
  OneOfGen,
  OptionalGen,
  PickGen,
  putOwn,
  RecordGen,
  type RecordOf,
  type RecordShape,
  ShuffleGen,
  SubarrayGen,
  TupleGen,
} from './gen-collection.ts';
import { AnythingGen, JsonGen, type JsonOptions, type JsonValue } from './gen-json.ts';
import { FunctionGen } from './gen-function.ts';
import { letrec, recursive } from './gen-recursive.ts';
import { StreamGen } from './gen-stream.ts';
import { RegexGen } from './gen-regex.ts';
import {
  BigIntGen,
  type BigIntOptions,
  BooleanGen,
  BytesGen,
  ConstantGen,
  FloatGen,
  type FloatOptions,
  IntegerGen,
  type IntegerOptions,
  type LengthOptions,
  StringGen,
  type StringOptions,
} from './gen-scalar.ts';
import type { Piece, StreamKind } from './streams.ts';
import { DateGen, type DateOptions, DomainGen, EmailGen, UrlGen, UuidGen } from './gen-web.ts';

/** What each kind of stream is to a function that takes it; texts come as texts, bytes as buffers. */
interface StreamsOf<T extends Piece> {
  readable: Readable;
  web: ReadableStream<T extends string ? string : Uint8Array<ArrayBuffer>>;
  iterable: AsyncIterable<T extends string ? string : Uint8Array<ArrayBuffer>>;
}

interface SizeOptions {
  readonly minSize?: number;
  readonly maxSize?: number;
}

export const g = {
  /** false and true. */
  boolean: (): Gen<boolean> => new BooleanGen(),
  /** Whole numbers; 32 bits unless bounds say otherwise. */
  integer: (options: IntegerOptions = {}): Gen<number> => new IntegerGen(options),
  /** Whole numbers from 0. */
  nat: (max = 2 ** 31 - 1): Gen<number> => new IntegerGen({ min: 0, max }),
  /** Any number, NaN and infinities included unless bounds are given. */
  float: (options: FloatOptions = {}): Gen<number> => new FloatGen(options),
  bigint: (options: BigIntOptions = {}): Gen<bigint> => new BigIntGen(options),
  string: (options: StringOptions = {}): Gen<string> => new StringGen(options),
  /** Texts that match the expression. */
  regex: (pattern: RegExp): Gen<string> => new RegexGen(pattern),
  bytes: (options: LengthOptions = {}): Gen<Uint8Array> => new BytesGen(options),
  /** A text or bytes that come in pieces, wherever they may be cut: a Readable of Node, a ReadableStream of the web, or an async iterable. */
  stream: <T extends Piece, K extends StreamKind = 'readable'>(of: Gen<T>, options: { readonly as?: K } = {}): Gen<StreamsOf<T>[K]> =>
    // Reason for the cast: what it makes is what the kind says.
    new StreamGen(of, options.as ?? 'readable') as Gen<object> as Gen<StreamsOf<T>[K]>,
  /** A function that gives such answers in turn, whatever it is asked. */
  func: <T>(answer: Gen<T>): Gen<() => T> => new FunctionGen(answer),
  /** Always this very value. */
  constant: <const T>(value: T): Gen<T> => new ConstantGen(value),
  /** One of these values, the simplest first. */
  pick: <const T>(...values: readonly T[]): Gen<T> => new PickGen(values),
  /** What one of these generators makes, the simplest first. */
  oneOf: <G extends readonly Gen<unknown>[]>(...options: G): Gen<G[number] extends Gen<infer T> ? T : never> =>
    // Each alternative makes one member of the union.
    new OneOfGen(options) as Gen<G[number] extends Gen<infer T> ? T : never>,
  /** The value or undefined; in `g.record`, the key or none. */
  optional: <T>(of: Gen<T>): OptionalGen<T> => new OptionalGen(of),
  nullable: <T>(of: Gen<T>): Gen<T | null> => new OneOfGen<T | null>([new ConstantGen(null), of]),
  array: <T>(of: Gen<T>, options: ArrayOptions<T> = {}): Gen<T[]> => new ArrayGen(of, options),
  tuple: <G extends readonly Gen<unknown>[]>(...items: G): TupleGen<G> => new TupleGen(items),
  /** An object with exactly these keys; those made with `g.optional` may be missing. */
  record: <S extends RecordShape>(shape: S): Gen<{ [K in keyof RecordOf<S>]: RecordOf<S>[K] }> => new RecordGen(shape),
  /** An object with any keys. */
  dict: <T>(value: Gen<T>, { key = new StringGen({}), minKeys, maxKeys }: DictOptions = {}): Gen<Record<string, T>> =>
    new EntriesGen(key, value, minKeys, maxKeys).map((entries) => {
      const dict: Record<string, T> = {};
      for (const [name, each] of entries) putOwn(dict, name, each);
      return dict;
    }),
  map: <K, V>(key: Gen<K>, value: Gen<V>, { minSize, maxSize }: SizeOptions = {}): Gen<Map<K, V>> =>
    new EntriesGen(key, value, minSize, maxSize).map((entries) => new Map(entries)),
  set: <T>(of: Gen<T>, { minSize = 0, maxSize }: SizeOptions = {}): Gen<Set<T>> =>
    new ArrayGen(of, { minLength: minSize, ...(maxSize === undefined ? {} : { maxLength: maxSize }), unique: true }).map(
      (list) => new Set(list),
    ),
  date: (options: DateOptions = {}): Gen<Date> => new DateGen(options),
  uuid: (): Gen<string> => new UuidGen(),
  domain: (): Gen<string> => new DomainGen(),
  email: (): Gen<string> => new EmailGen(),
  url: (): Gen<string> => new UrlGen(),
  /** What JSON.parse can return. */
  json: (options: JsonOptions = {}): Gen<JsonValue> => new JsonGen(options),
  /** Values of every type. */
  anything: (): Gen<unknown> => new AnythingGen(),
  /** Some of the list, in its order. */
  subarray: <T>(of: readonly T[]): Gen<T[]> => new SubarrayGen(of),
  /** All of the list, in any order. */
  shuffle: <T>(of: readonly T[]): Gen<T[]> => new ShuffleGen(of),
  /** A generator that contains itself; the first alternative has to end. */
  recursive,
  /** Generators that contain each other, by name. */
  letrec,
  /** What a schema takes in: of zod 4, or of any library that follows Standard Schema and can give a JSON Schema. */
  schema: schemaGen,
  /** Values that fit a JSON Schema. */
  jsonSchema: jsonSchemaGen,
  /** What a fast-check arbitrary makes. */
  fastCheck: <T>(arbitrary: Arbitrary<T>): Gen<T> => new ArbitraryGen(arbitrary),
  /** A generator written as a function that draws from others. */
  build: <T>(build: (draw: <U>(from: Gen<U>) => U) => T): Gen<T> => new Built(build),
};
