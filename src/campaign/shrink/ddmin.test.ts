import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ddmin } from './ddmin.ts';

type List = readonly number[];

/** Runs to the end against an oracle; counts what was tried. */
function reduce(list: List, holds: (candidate: List) => boolean): { readonly result: List; readonly tried: readonly List[] } {
  const tried: List[] = [];
  const search = ddmin(list, list, (current, removed) => current.filter((element) => !removed.includes(element)));
  let step = search.next();
  while (step.done !== true) {
    tried.push(step.value);
    step = search.next(holds(step.value) ? step.value : undefined);
  }
  return { result: step.value, tried };
}

function numbers(count: number): List {
  return Array.from({ length: count }, (_, n) => n);
}

describe('ddmin', () => {
  test('keeps exactly what is needed, wherever it stands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.array(fc.nat(59)), (length, picked) => {
        const needed = [...new Set(picked)].filter((n) => n < length).sort((a, b) => a - b);
        const { result } = reduce(numbers(length), (candidate) => needed.every((n) => candidate.includes(n)));
        expect(result).toEqual(needed);
      }),
    );
  });

  test('ends where no single element can go, when elements hold each other', () => {
    const together = (candidate: List): boolean => candidate.includes(3) === candidate.includes(11) && candidate.includes(7);
    const { result } = reduce(numbers(16), together);
    for (const element of result) expect(together(result.filter((other) => other !== element))).toBe(false);
  });

  test('finds one needed element among a thousand with few candidates', () => {
    const { result, tried } = reduce(numbers(1000), (candidate) => candidate.includes(617));
    expect(result).toEqual([617]);
    expect(tried.length).toBeLessThan(40);
  });

  test('tries everything at once first, and an empty list not at all', () => {
    expect(reduce(numbers(4), () => true).tried[0]).toEqual([]);
    expect(reduce([], () => true).tried).toEqual([]);
  });
});
