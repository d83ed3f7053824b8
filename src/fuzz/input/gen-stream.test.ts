import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { seeds } from '../../../tests/support/budget.ts';
import { property } from '../property/property.ts';
import { PropertyFailed } from '../property/property-failed.ts';
import { FuzzRandom } from './fuzz-random.ts';
import { g } from './g.ts';
import { sourceOf } from './render-source.ts';
import { streamParts } from './streams.ts';
import { Tape } from './tape.ts';

async function read(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const pieces: unknown[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}

/** What it shrinks to, as source. */
async function smallest(
  kind: 'readable' | 'web' | 'iterable',
  holds: (pieces: readonly string[]) => boolean,
  seed: number,
): Promise<string> {
  try {
    await property(g.stream(g.string({ alphabet: 'ab' }), { as: kind }), async (stream) => holds((await read(stream)).map(String)), {
      seed,
    })();
  } catch (error) {
    if (error instanceof PropertyFailed) return sourceOf(error.report.values[0]);
    throw error;
  }
  throw new Error(`seed ${seed} finds nothing`);
}

test('a stream of bytes carries all of them, in pieces that are never empty', async () => {
  const tape = new Tape();
  const random = FuzzRandom.of({ hi: 0, lo: 1 });
  const counts = new Set<number>();
  for (const kind of ['readable', 'web', 'iterable'] as const) {
    for (let turn = 0; turn < 40; turn += 1) {
      const stream = g.stream(g.bytes(), { as: kind }).draw(tape.begin({ random, sizeMax: 40 }));
      const made = streamParts(stream)?.pieces ?? [];
      const pieces = await read(stream);
      expect(pieces.map((piece) => Buffer.from(piece as Buffer).toString('hex'))).toEqual(
        made.map((piece) => Buffer.from(piece as Buffer).toString('hex')), // what was made are bytes
      );
      expect(pieces.every((piece) => (piece as Buffer).length > 0)).toBe(true);
      counts.add(pieces.length);
    }
  }
  expect(counts.size).toBeGreaterThan(3);
});

test.each(seeds(3))('a failure that has nothing to do with the pieces shrinks to the whole, seed %i', async (seed) => {
  expect(await smallest('readable', (pieces) => !pieces.join('').includes('bab'), seed)).toBe(
    "Readable.from(['bab'], { objectMode: false })",
  );
});

test.each(seeds(3))('a failure that needs a cut shrinks to that cut, seed %i', async (seed) => {
  expect(await smallest('web', (pieces) => !(pieces.length > 1 && pieces.at(-1)?.startsWith('b') === true), seed)).toBe(
    "ReadableStream.from(['a', 'b'])",
  );
});

test('what is read from a stream in one call is there again in the next', async () => {
  const tape = new Tape();
  const { length } = tape.begin({});
  expect(length).toBe(0);
  const gen = g.stream(g.constant('ab'));
  const [first, second] = [gen.draw(tape.begin({})), gen.draw(tape.begin({}))];
  expect(first).toBeInstanceOf(Readable);
  expect([await read(first), await read(second)].map((pieces) => pieces.map(String))).toEqual([['ab'], ['ab']]);
});
