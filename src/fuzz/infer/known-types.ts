/** Generators for the types that come with the language. */
import { AnythingGen } from '../input/gen-json.ts';
import { ArrayGen, EntriesGen, OneOfGen, PickGen } from '../input/gen-collection.ts';
import { FunctionGen } from '../input/gen-function.ts';
import { BooleanGen, BytesGen, FloatGen, StringGen } from '../input/gen-scalar.ts';
import { ItemsGen, StreamGen } from '../input/gen-stream.ts';
import { DateGen, UrlGen } from '../input/gen-web.ts';
import type { Gen } from '../input/gen.ts';
import { dictOf } from './type-parts.ts';

interface Given {
  /** What stands between the angle brackets; anything where nothing does. */
  readonly at: (place: number) => Gen<unknown>;
  readonly isGiven: boolean;
  /** `NodeJS.ReadableStream` is another type than `ReadableStream`. */
  readonly isQualified: boolean;
}

/** Undefined for names that are not known. */
export function knownType(name: string, { at, isGiven, isQualified }: Given): Gen<unknown> | undefined {
  switch (name) {
    case 'Array':
    case 'ReadonlyArray':
    case 'Iterable':
      return new ArrayGen(at(0), {});
    case 'Set':
    case 'ReadonlySet':
      return new ArrayGen(at(0), { unique: true }).map((list) => new Set(list));
    case 'Map':
    case 'ReadonlyMap':
      return new EntriesGen(at(0), at(1)).map((entries) => new Map(entries));
    case 'Record':
      return dictOf(at(0), at(1));
    case 'Date':
      return new DateGen({ invalid: true });
    case 'URL':
      return new UrlGen().map((url) => new URL(url));
    case 'Uint8Array':
      return new BytesGen({});
    case 'Buffer':
      return BUFFERS;
    case 'Int8Array':
    case 'Uint8ClampedArray':
    case 'Int16Array':
    case 'Uint16Array':
    case 'Int32Array':
    case 'Uint32Array':
    case 'Float32Array':
    case 'Float64Array':
    case 'DataView':
      return viewsOf(name);
    case 'URLSearchParams':
      return new StringGen({}).map((text) => new URLSearchParams(text));
    case 'Headers':
      return new EntriesGen(TOKENS, TOKENS).map((entries) => new Headers(entries as [string, string][])); // both are texts
    case 'AbortSignal':
      return new BooleanGen().map((isAborted) => (isAborted ? AbortSignal.abort() : new AbortController().signal));
    case 'PropertyKey':
      return new OneOfGen<unknown>([new StringGen({}), new FloatGen({})]);
    case 'NoInfer':
      return at(0);
    case 'NonNullable':
      return at(0).filter((value) => value !== null && value !== undefined);
    case 'TypeError':
    case 'RangeError':
    case 'SyntaxError':
      return new StringGen({}).map((text) => new ERRORS[name](text));
    case 'ArrayLike':
      return new ArrayGen(at(0), {});
    case 'ArrayBuffer':
      return new BytesGen({}).map((bytes) => bytes.slice().buffer);
    case 'Readable':
    case 'ReadableStream':
    case 'AsyncIterable':
    case 'AsyncIterableIterator':
    case 'AsyncGenerator':
    case 'AsyncIterator':
      return streamGen(isQualified ? 'Readable' : name, isGiven ? at(0) : undefined);
    case 'Promise':
    case 'PromiseLike':
      return at(0).map((value) => Promise.resolve(value));
    case 'Function':
      return new FunctionGen(new AnythingGen());
    case 'Error':
      return new StringGen({}).map((text) => new Error(text));
    case 'RegExp':
      return new PickGen(EXPRESSIONS).map((source) => new RegExp(source, 'u'));
    default:
      return undefined;
  }
}

const ERRORS = { TypeError, RangeError, SyntaxError };
const VIEWS = {
  Int8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  DataView,
};
const TOKENS = new StringGen({ alphabet: 'alphanumeric', minLength: 1 });

/** Of whole elements: what is left over at the end is no part of it. */
function viewsOf(name: keyof typeof VIEWS): Gen<unknown> {
  const View = VIEWS[name];
  const width = 'BYTES_PER_ELEMENT' in View ? View.BYTES_PER_ELEMENT : 1;
  return new BytesGen({}).map((bytes): unknown => Reflect.construct(View, [bytes.slice(0, bytes.length - (bytes.length % width)).buffer]));
}

const BUFFERS = new BytesGen({}).map((bytes) => Buffer.from(bytes));
const EXPRESSIONS = ['(?:)', 'a', '^$', '[^]', '\\s+', '(?<word>\\w)\\d*|,'];

/** Bytes unless something else is written; a stream of what are neither texts nor bytes is one of values. */
function streamGen(name: string, item: Gen<unknown> | undefined): Gen<unknown> {
  const kind = name === 'Readable' ? 'readable' : name === 'ReadableStream' ? 'web' : 'iterable';
  if (item instanceof StringGen) return new StreamGen(item, kind);
  const isBytes = item === undefined || item === BUFFERS || item instanceof BytesGen || item instanceof AnythingGen;
  return isBytes ? new StreamGen(new BytesGen({}), kind) : new ItemsGen(item, kind);
}
