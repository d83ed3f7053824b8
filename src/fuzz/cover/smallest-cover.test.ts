/** Minimal subsets of a corpus: they reach the same, and nothing smaller does. */
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { longer } from '../../../tests/support/budget.ts';
import { type Covering, smallestCover } from './smallest-cover.ts';

function reach(inputs: readonly Covering[], chosen: readonly number[]): string {
  return [...new Set(chosen.flatMap((index) => inputs[index]?.features ?? []))].toSorted((a, b) => a - b).join();
}

function sizeOf(inputs: readonly Covering[], chosen: readonly number[]): number {
  return chosen.reduce((sum, index) => sum + (inputs[index]?.sizeBytes ?? 0), 0);
}

/** Every subset, the plain way. */
function byHand(inputs: readonly Covering[]): { readonly count: number; readonly size: number } {
  const all = reach(inputs, [...inputs.keys()]);
  let best = { count: Number.POSITIVE_INFINITY, size: 0 };
  for (let mask = 0; mask < 2 ** inputs.length; mask += 1) {
    const chosen = [...inputs.keys()].filter((index) => (mask >> index) & 1);
    if (reach(inputs, chosen) !== all) continue;
    const size = sizeOf(inputs, chosen);
    if (chosen.length < best.count || (chosen.length === best.count && size < best.size)) best = { count: chosen.length, size };
  }
  return best;
}

const corpora = fc.array(
  fc.record({ features: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 5 }), sizeBytes: fc.integer({ min: 0, max: 9 }) }),
  { maxLength: 9 },
);

describe('the smallest cover', () => {
  test('reaches everything with the fewest inputs, and among those with the fewest bytes', () => {
    fc.assert(
      fc.property(corpora, (inputs) => {
        const chosen = smallestCover(inputs);
        expect(reach(inputs, chosen)).toBe(reach(inputs, [...inputs.keys()]));
        expect({ count: chosen.length, size: sizeOf(inputs, chosen) }).toEqual(byHand(inputs));
      }),
      { numRuns: longer(300) },
    );
  });

  test('is found where taking the widest input first would need one more', () => {
    const inputs = [
      { features: [1, 2, 3, 4], sizeBytes: 1 },
      { features: [1, 2, 5], sizeBytes: 1 },
      { features: [3, 4, 6], sizeBytes: 1 },
      { features: [5], sizeBytes: 1 },
      { features: [6], sizeBytes: 1 },
    ];
    expect(smallestCover(inputs)).toEqual([1, 2]);
  });

  test('of a large corpus is still a cover from which nothing can go', () => {
    const random = mulberry(7);
    const inputs = Array.from({ length: 400 }, () => ({
      features: Array.from({ length: 12 }, () => Math.floor(random() * 500)),
      sizeBytes: Math.floor(random() * 100),
    }));
    const chosen = smallestCover(inputs);
    const all = reach(inputs, [...inputs.keys()]);
    expect(reach(inputs, chosen)).toBe(all);
    for (const index of chosen)
      expect(
        reach(
          inputs,
          chosen.filter((each) => each !== index),
        ),
      ).not.toBe(all);
  });
});

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
