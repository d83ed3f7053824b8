/** `CompressionStream` and `DecompressionStream` over the simulated zlib. */
import { Duplex } from 'node:stream';
import { simZlib } from '../builtin/zlib.ts';

const RealCompressionStream = CompressionStream;

const COMPRESSORS: Readonly<Record<string, string>> = {
  deflate: 'createDeflate',
  'deflate-raw': 'createDeflateRaw',
  gzip: 'createGzip',
  brotli: 'createBrotliCompress',
  zstd: 'createZstdCompress',
};

const DECOMPRESSORS: Readonly<Record<string, string>> = {
  deflate: 'createInflate',
  'deflate-raw': 'createInflateRaw',
  gzip: 'createGunzip',
  brotli: 'createBrotliDecompress',
  zstd: 'createZstdDecompress',
};

const KNOWN_EVERYWHERE: ReadonlySet<string> = new Set(['deflate', 'deflate-raw', 'gzip']);

type Pair = ReturnType<typeof Duplex.toWeb>;

function pair(format: unknown, engines: Readonly<Record<string, string>>): Pair {
  const name = typeof format === 'string' ? engines[format] : undefined;
  // The real class knows which formats there are, and how to refuse one.
  if (name === undefined || !KNOWN_EVERYWHERE.has(String(format))) Reflect.construct(RealCompressionStream, [format]);
  const create: unknown = simZlib[String(name)];
  const stream: unknown = typeof create === 'function' ? Reflect.apply(create, undefined, []) : undefined;
  if (!(stream instanceof Duplex)) throw new TypeError(`zlib.${String(name)} made no stream`);
  return Duplex.toWeb(stream);
}

export class SimCompressionStream {
  readonly #pair: Pair;

  constructor(format: unknown) {
    this.#pair = pair(format, COMPRESSORS);
  }

  get readable(): Pair['readable'] {
    return this.#pair.readable;
  }

  get writable(): Pair['writable'] {
    return this.#pair.writable;
  }
}

export class SimDecompressionStream {
  readonly #pair: Pair;

  constructor(format: unknown) {
    this.#pair = pair(format, DECOMPRESSORS);
  }

  get readable(): Pair['readable'] {
    return this.#pair.readable;
  }

  get writable(): Pair['writable'] {
    return this.#pair.writable;
  }
}

for (const [Class, name] of [
  [SimCompressionStream, 'CompressionStream'],
  [SimDecompressionStream, 'DecompressionStream'],
] as const) {
  Object.defineProperty(Class, 'name', { value: name });
}
