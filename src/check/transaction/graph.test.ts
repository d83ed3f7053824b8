import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Budget } from '../budget.ts';
import { Edge } from './anomaly.ts';
import { components } from './components.ts';
import { Graph } from './graph.ts';
import { shortestCycle } from './shortest-cycle.ts';

const SIZE = 7;
const ends = fc.record({ from: fc.nat({ max: SIZE - 1 }), to: fc.nat({ max: SIZE - 1 }), kind: fc.constantFrom(1, 2, 4) });
const edges = fc.array(ends, { maxLength: 16 });

function graphOf(given: readonly { readonly from: number; readonly to: number; readonly kind: number }[]): Graph {
  const graph = new Graph(SIZE);
  for (const { from, to, kind } of given) graph.add(from, to, kind, () => `${from} ${to}`);
  return graph;
}

/** Who reaches whom over edges of these kinds, by asking again and again. */
function reach(given: Parameters<typeof graphOf>[0], kinds: number): readonly (readonly number[])[] {
  const distance = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => Number.POSITIVE_INFINITY));
  const row = (node: number) => distance[node] ?? [];
  for (const { from, to, kind } of given) if (from !== to && (kind & kinds) !== 0) row(from)[to] = 1;
  for (let via = 0; via < SIZE; via += 1) {
    for (let a = 0; a < SIZE; a += 1) {
      for (let b = 0; b < SIZE; b += 1) row(a)[b] = Math.min(row(a)[b] ?? 0, (row(a)[via] ?? 0) + (row(via)[b] ?? 0));
    }
  }
  return distance;
}

describe('a graph', () => {
  test('has in one component exactly those that reach each other', () => {
    fc.assert(
      fc.property(edges, fc.integer({ min: 1, max: 7 }), (given, kinds) => {
        const { of, sizes } = components(graphOf(given), kinds);
        const far = reach(given, kinds);
        for (let a = 0; a < SIZE; a += 1) {
          for (let b = 0; b < SIZE; b += 1) {
            const together = a === b || ((far[a]?.[b] ?? 0) < Infinity && (far[b]?.[a] ?? 0) < Infinity);
            expect(of[a] === of[b]).toBe(together);
          }
        }
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(SIZE);
      }),
    );
  });

  test('has as shortest circle of a class the shortest way back over all its edges', () => {
    fc.assert(
      fc.property(edges, (given) => {
        const wanted = { name: 'G-single', first: Edge.rw, rest: Edge.ww | Edge.wr, apart: false } as const;
        const graph = graphOf(given);
        const found = shortestCycle(graph, wanted, 0, new Budget({}));
        const far = reach(given, wanted.rest);
        const lengths = given
          .filter(({ from, to, kind }) => kind === Edge.rw && from !== to)
          .map(({ from, to }) => 1 + (far[to]?.[from] ?? 0));
        expect(found?.length ?? Infinity).toBe(Math.min(Infinity, ...lengths));
        for (const [at, edge] of (found ?? []).entries()) expect(graph.from(edge)).toBe(graph.to(found?.at(at - 1) ?? 0));
      }),
    );
  });

  test('has no circle with missed writes apart where all of them are in a row', () => {
    const wanted = { name: 'G-nonadjacent', first: Edge.rw, rest: 7, apart: true } as const;
    const skew = [
      { from: 0, to: 1, kind: 4 },
      { from: 1, to: 0, kind: 4 },
    ];
    expect(shortestCycle(graphOf(skew), wanted, 0, new Budget({}))).toBeUndefined();
    const apart = [
      { from: 0, to: 1, kind: 4 },
      { from: 1, to: 2, kind: 2 },
      { from: 2, to: 3, kind: 4 },
      { from: 3, to: 0, kind: 2 },
    ];
    expect(shortestCycle(graphOf(apart), wanted, 0, new Budget({}))?.length).toBe(4);
  });
});
