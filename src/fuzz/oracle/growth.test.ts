import { expect, test } from 'vitest';
import type { Effort } from './effort.ts';
import { growthOf, pumped, repeated, repetitionIn } from './growth.ts';

const steps: Effort = { unit: 'steps', least: 1000, plenty: 20_000, moment: 1, repeats: 1, start: () => undefined, spent: () => 0 };

function judged(cost: (length: number) => number, length = 256): string | undefined {
  const input = `<${'a'.repeat(length)}>`;
  const measure = (piece: string | Uint8Array): number => cost(piece.length);
  return growthOf(input, measure(input), steps, measure)?.message;
}

test('what grows like its input, or hardly faster, is no failure', () => {
  expect(judged((n) => 100 * n)).toBeUndefined();
  expect(judged((n) => 20 * n * Math.log2(n))).toBeUndefined();
});

test.each([2, 3])('what grows like n^%i is told with its exponent', (power) => {
  expect(judged((n) => n ** power)).toContain(`n^${power} `);
});

test('what takes long as it is is never made longer', () => {
  const lengths: number[] = [];
  const told = judged((n) => {
    lengths.push(n);
    return n ** 3;
  });
  expect(told).toContain('n^3 ');
  expect(Math.max(...lengths)).toBe(258);
});

test('what doubles with every further repetition is told as exponential', () => {
  expect(judged((n) => 2 ** (n / 2), 40)).toContain('exponentially');
});

test('a leap at one length is no growth', () => {
  expect(judged((n) => (n > 200 ? 50_000 : 10))).toBeUndefined();
});

test('an input that repeats nothing is not judged', () => {
  const input = Array.from({ length: 300 }, (_each, at) => String.fromCharCode(at * at)).join('');
  expect(growthOf(input, 1e9, steps, () => 1e9)).toBeUndefined();
});

test('the longest repetition is found and can be made shorter and longer', () => {
  const run = repetitionIn('x=ababababababababab;cccccccc');
  expect(run).toEqual({ at: 2, period: 2, times: 9 });
  if (run !== undefined) expect(repeated('x=ababababababababab;cccccccc', run, 2)).toBe('x=abab;cccccccc');
  expect(pumped('<a>', 1, 1, 6)).toBe('<aaaa>');
  expect(repeated(Uint8Array.of(9, 1, 1, 8), { at: 1, period: 1, times: 2 }, 4)).toEqual(Uint8Array.of(9, 1, 1, 1, 1, 8));
});
