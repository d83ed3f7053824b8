/** zlib: functions with callbacks, streams and promises give on real Node and in simulation the same bytes, errors and order of events. */
import type { Transform } from 'node:stream';
import { describe } from 'vitest';
import { type Body, sameInBothWorlds, told } from '../support/both-worlds.ts';

const text = 'the quick brown fox '.repeat(2000);

function collect(stream: Transform): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
  });
}

/** The events of a stream, in order, until it is closed. */
function story(stream: Transform): Promise<readonly string[]> {
  const events: string[] = [];
  stream.on('data', (chunk: Buffer) => events.push(`data ${chunk.length}`));
  for (const name of ['finish', 'end', 'drain']) stream.on(name, () => events.push(name));
  stream.on('error', (error: Error) => events.push(`error ${JSON.stringify(told(error))}`));
  return new Promise((resolve) => {
    stream.on('close', () => resolve([...events, 'close']));
  });
}

const pairs = [
  ['gzip', 'gunzip'],
  ['deflate', 'inflate'],
  ['deflateRaw', 'inflateRaw'],
  ['brotliCompress', 'brotliDecompress'],
] as const;

const streams = [
  ['createGzip', 'createGunzip'],
  ['createDeflate', 'createInflate'],
  ['createDeflateRaw', 'createInflateRaw'],
  ['createBrotliCompress', 'createBrotliDecompress'],
] as const;

describe('functions', () => {
  const cases: Record<string, Body> = {};
  for (const [pack, unpack] of pairs) {
    cases[`${pack} and ${unpack} undo each other`] = async (load) => {
      const { promisify } = load('util');
      const zlib = load('zlib');
      const packed = await promisify<Buffer, Buffer>(zlib[pack])(Buffer.from(text));
      const unpacked = await promisify<Buffer, Buffer>(zlib[unpack])(packed);
      return [packed.toString('base64'), unpacked.toString() === text];
    };
    cases[`${unpack} refuses what was never compressed`] = async (load) =>
      load('util').promisify<Buffer, Buffer>(load('zlib')[unpack])(Buffer.from('no'));
  }
  sameInBothWorlds({
    ...cases,
    'the callback comes later': (load) =>
      new Promise((resolve) => {
        const seen: string[] = [];
        load('zlib').gzip('x', () => {
          seen.push('callback');
          resolve(seen);
        });
        seen.push('after the call');
        process.nextTick(() => seen.push('tick'));
      }),
    'options count': async (load) => {
      const zlib = load('zlib');
      const packed = await load('util').promisify<string, object, Buffer>(zlib.deflate)(text, { level: 1 });
      return [packed.length, zlib.inflateSync(packed).length];
    },
    'a missing callback is refused at once': (load) => Reflect.apply(load('zlib').gzip, undefined, ['x']),
    'wrong data is refused at once': (load) => Reflect.apply(load('zlib').gzip, undefined, [5, () => undefined]),
    'a wrong option is refused at once': (load) => load('zlib').gzip('x', { level: 99 }, () => undefined),
    'too much output is an error of the callback': async (load) => {
      const zlib = load('zlib');
      return load('util').promisify<Buffer, object, Buffer>(zlib.gunzip)(zlib.gzipSync(text), { maxOutputLength: 100 });
    },
    'checksums agree': (load) => load('zlib').crc32?.('hello'),
  });
});

describe('streams', () => {
  const cases: Record<string, Body> = {};
  for (const [pack, unpack] of streams) {
    cases[`${pack} piped into ${unpack} gives the text back`] = async (load) => {
      const zlib = load('zlib');
      const packing = zlib[pack]();
      const done = collect(packing.pipe(zlib[unpack]()));
      packing.write(text.slice(0, 100));
      packing.end(text.slice(100));
      return (await done).toString() === text;
    };
    cases[`${pack} tells its life in order`] = async (load) => {
      const packing = load('zlib')[pack]();
      const events = story(packing);
      packing.write(text);
      packing.end(text);
      return events;
    };
    cases[`${unpack} ends with an error on rubbish`] = async (load) => {
      const unpacking = load('zlib')[unpack]();
      const events = story(unpacking);
      unpacking.end('rubbish that is no archive');
      return events;
    };
  }
  sameInBothWorlds({
    ...cases,
    'flush gives out what is there': (load) =>
      new Promise((resolve) => {
        const zlib = load('zlib');
        const packing = zlib.createDeflate();
        const chunks: Buffer[] = [];
        packing.on('data', (chunk: Buffer) => chunks.push(chunk));
        packing.write('hello', () => {
          packing.flush(() => {
            resolve(zlib.inflateSync(Buffer.concat(chunks), { finishFlush: zlib.constants.Z_SYNC_FLUSH }).toString());
          });
        });
      }),
    'params change the level on the way': async (load) => {
      const zlib = load('zlib');
      const packing = zlib.createDeflate({ level: 9 });
      const done = collect(packing);
      packing.write(text);
      await new Promise<void>((resolve) => {
        packing.params(0, zlib.constants.Z_DEFAULT_STRATEGY, () => resolve());
      });
      packing.end(text);
      const packed = await done;
      return [packed.length > text.length, zlib.inflateSync(packed).toString() === text + text];
    },
    'destroying on the way ends without end': async (load) => {
      const packing = load('zlib').createGzip();
      const events = story(packing);
      packing.write(text);
      packing.destroy();
      return events;
    },
    'closing while a write is under way is no error': (load) =>
      new Promise((resolve) => {
        const packing = load('zlib').createGzip();
        packing.write(text);
        packing.close(() => resolve('closed'));
      }),
    'a truncated archive is an error': async (load) => {
      const zlib = load('zlib');
      const unpacking = zlib.createGunzip();
      const events = story(unpacking);
      unpacking.end(zlib.gzipSync(text).subarray(0, 50));
      return events;
    },
    'a pipeline of streams completes': async (load) => {
      const zlib = load('zlib');
      const { Readable } = load('stream');
      const sizes: number[] = [];
      await load('stream/promises').pipeline(
        Readable.from([text, text]),
        zlib.createBrotliCompress(),
        zlib.createBrotliDecompress(),
        async (source) => {
          for await (const chunk of source) sizes.push(Number(Reflect.get(Object(chunk), 'length')));
        },
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    'classes work with and without new, and know their instances': (load) => {
      const zlib: object = load('zlib');
      const Gzip: unknown = Reflect.get(zlib, 'Gzip');
      if (typeof Gzip !== 'function') return 'no class';
      const made: unknown = Reflect.construct(Gzip, []);
      const called: unknown = Reflect.apply(Gzip, undefined, []);
      return [made instanceof Gzip, called instanceof Gzip, load('zlib').createGzip() instanceof Gzip];
    },
    'web compression streams undo each other': async () => {
      const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
      const unpacked = packed.pipeThrough(new DecompressionStream('gzip'));
      return (await new Response(unpacked).text()) === text;
    },
    'web compressions of newer versions are what they are there': async () => {
      const results: unknown[] = [];
      for (const format of ['brotli', 'zstd']) {
        try {
          const packed: unknown = Reflect.construct(CompressionStream, [format]);
          const unpacked: unknown = Reflect.construct(DecompressionStream, [format]);
          // Reason for the casts: the types know only the formats of every version.
          const stream = new Blob(['text '.repeat(50)]).stream().pipeThrough(packed as CompressionStream);
          results.push(await new Response(stream.pipeThrough(unpacked as DecompressionStream)).text());
        } catch (error) {
          results.push(error instanceof Error ? error.name : error);
        }
      }
      return results;
    },
    'an unknown web compression is refused': () => Reflect.construct(CompressionStream, ['lzw']),
  });
});
