import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChaCha20Random } from './chacha20.ts';
import { renderU64 } from './u64.ts';

function take(random: ChaCha20Random, count: number): string[] {
  return Array.from({ length: count }, () => {
    random.next();
    return renderU64(random.hi, random.lo);
  });
}

test('the first draws of a seed are fixed by the scenario format', () => {
  expect(take(new ChaCha20Random(0, 7), 3)).toEqual(['877555679359244567', '8489183145130685057', '603388764575719657']);
  expect(take(new ChaCha20Random(0, 0), 2)).toEqual(['1572249365435311176', '3324666439358862101']);
});

test('both halves of the seed matter', () => {
  const firsts = [new ChaCha20Random(0, 1), new ChaCha20Random(1, 0), new ChaCha20Random(1, 1)].map((random) => take(random, 1)[0]);
  expect(new Set(firsts).size).toBe(3);
});

test('seeking to a position equals drawing up to it', () => {
  const straight = take(new ChaCha20Random(0, 7), 64);
  fc.assert(
    fc.property(fc.array(fc.nat(63), { minLength: 1 }), (positions) => {
      const random = new ChaCha20Random(0, 7);
      for (const position of positions) {
        random.seek(position);
        expect(random.position).toBe(position);
        const count = Math.min(10, straight.length - position);
        expect(take(random, count)).toEqual(straight.slice(position, position + count));
        expect(random.position).toBe(position + count);
      }
    }),
  );
});

test('the block counter carries into its upper word', () => {
  const random = new ChaCha20Random(0, 7);
  random.seek(2 ** 35 - 8);
  const beforeCarry = take(random, 9);
  random.seek(2 ** 35);
  expect(take(random, 1)).toEqual(beforeCarry.slice(8));
  random.seek(0);
  expect(take(random, 1)).not.toEqual(beforeCarry.slice(8));
});
