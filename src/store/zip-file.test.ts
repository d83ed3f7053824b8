import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { utf8Encode } from '../base/utf8.ts';
import { zipBlocks } from './zip-file.ts';
import { ZipFlaw, ZipReader } from './zip-reader.ts';

interface Source {
  readonly name: string;
  readonly sizeBytes: number;
  readonly content: () => Iterable<Uint8Array>;
}

/** The same bytes, handed over in pieces of the given size. */
function source(name: string, bytes: Uint8Array, pieceBytes = bytes.length || 1): Source {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  return { name, sizeBytes: bytes.length, content: () => pieces };
}

function zipped(...sources: readonly Source[]): Buffer {
  return Buffer.concat([...zipBlocks(sources)]);
}

/** Compresses neither well nor badly. */
function mixedBytes(length: number): Uint8Array {
  let state = 7;
  return Uint8Array.from({ length }, (_, index) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return index % 3 === 0 ? 65 : state % 256;
  });
}

function reading<T>(bytes: Uint8Array, look: (reader: ZipReader) => T): T {
  const path = join(temporaryDirectory(), 'a.zip');
  writeFileSync(path, bytes);
  const reader = new ZipReader(path);
  try {
    return look(reader);
  } finally {
    reader.close();
  }
}

function contents(reader: ZipReader): readonly (readonly [string, Buffer])[] {
  return reader.entries.map((entry) => [entry.name, Buffer.concat([...reader.content(entry)])] as const);
}

const small = source('a.txt', utf8Encode('hello'));

describe('a zip file', () => {
  test('is the same however its contents were cut into pieces', () => {
    const bytes = mixedBytes(700_000);
    const whole = zipped(source('a.bin', bytes));
    for (const pieceBytes of [1_000, 65_536, 131_072, 300_001]) expect(zipped(source('a.bin', bytes, pieceBytes)).equals(whole)).toBe(true);
  });

  test('is readable by others', () => {
    const big = mixedBytes(400_000);
    const files = unzipSync(zipped(small, source('b/ü.bin', big), source('empty', new Uint8Array(0))));
    expect(Object.keys(files)).toEqual(['a.txt', 'b/ü.bin', 'empty']);
    expect(Buffer.from(files['b/ü.bin'] ?? []).equals(big)).toBe(true);
    expect(files['empty']).toHaveLength(0);
  });

  test('is readable by ourselves, entry by entry', () => {
    const big = mixedBytes(400_000);
    const read = reading(zipped(small, source('b/ü.bin', big), source('empty', new Uint8Array(0))), contents);
    expect(read.map(([name, bytes]) => [name, bytes.length])).toEqual([
      ['a.txt', 5],
      ['b/ü.bin', 400_000],
      ['empty', 0],
    ]);
    expect(read[1]?.[1].equals(big)).toBe(true);
  });

  test('stores what is too large to compress in memory, and gives it back', () => {
    const piece = mixedBytes(1_000_003);
    const pieces = Array.from({ length: 34 }, () => piece);
    const huge = { name: 'huge', sizeBytes: 34 * piece.length, content: () => pieces };
    reading(zipped(huge, small), (reader) => {
      const [entry, after] = reader.entries;
      expect([entry?.packedBytes, entry?.sizeBytes, after?.name]).toEqual([huge.sizeBytes, huge.sizeBytes, 'a.txt']);
      expect(contents(reader)[0]?.[1].equals(Buffer.concat(pieces))).toBe(true);
    });
  });

  test('that would be too large for the format is refused before a byte of it is made', () => {
    const huge = { name: 'a', sizeBytes: 2 ** 33, content: (): Iterable<Uint8Array> => expect.unreachable() };
    expect(() => [...zipBlocks([huge])]).toThrow('do not fit into a zip file');
  });
});

describe('reading a zip file', () => {
  test('never gives other bytes than were packed, whichever bit is flipped', () => {
    const whole = zipped(source('a.txt', utf8Encode('hello hello hello')), source('b.txt', utf8Encode('other')));
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      const read = outcomeOf(damaged);
      if (read instanceof ZipFlaw) continue;
      const texts = read.map(([, bytes]) => bytes.toString('utf8'));
      expect([at, texts]).toEqual([at, ['hello hello hello', 'other']]);
    }
  });

  test('tells a zip file that was cut anywhere', () => {
    const whole = zipped(small);
    for (let length = 0; length < whole.length; length += 1)
      expect([length, outcomeOf(whole.subarray(0, length))]).toEqual([length, expect.any(ZipFlaw)]);
  });

  test('refuses what is no zip file', () => {
    expect(() => reading(readFileSync(import.meta.filename), contents)).toThrow(ZipFlaw);
  });
});

function outcomeOf(bytes: Uint8Array): ZipFlaw | readonly (readonly [string, Buffer])[] {
  try {
    return reading(bytes, contents);
  } catch (error) {
    if (error instanceof ZipFlaw) return error;
    throw error;
  }
}
