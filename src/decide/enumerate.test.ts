import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnumerateSource } from './enumerate.ts';
import { Kind } from './kinds.ts';
import type { DecisionSource } from './source.ts';

function pick(source: DecisionSource, count: number): number {
  return source.pick({ kind: Kind.schedulerPick, count, nameOf: String });
}

/** All lists of answers, each as the run saw them. */
function visit(source: EnumerateSource, run: (source: EnumerateSource) => readonly number[]): readonly (readonly number[])[] {
  const seen: (readonly number[])[] = [];
  do seen.push(run(source));
  while (source.next());
  return seen;
}

test('every list of answers is visited exactly once, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }), (counts) => {
      const seen = visit(new EnumerateSource(), (source) => counts.map((count) => pick(source, count)));
      const expected = counts.reduce<number[][]>(
        (lists, count) => lists.flatMap((list) => Array.from({ length: count }, (_, answer) => [...list, answer])),
        [[]],
      );
      expect(seen).toEqual(expected);
    }),
  );
});

test('questions may depend on earlier answers', () => {
  const seen = visit(new EnumerateSource(), (source) => {
    const first = pick(source, 3);
    return first === 1 ? [first] : [first, pick(source, first === 0 ? 2 : 3), source.chance() ? 1 : 0];
  });
  const told = seen.map(String);
  expect(new Set(told).size).toBe(told.length);
  expect(told).toEqual(['0,0,0', '0,0,1', '0,1,0', '0,1,1', '1', '2,0,0', '2,0,1', '2,1,0', '2,1,1', '2,2,0', '2,2,1']);
});

test('random programs are covered completely and without repetition', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }), (sizes) => {
      // The next question depends on all answers so far, and a third of the programs ends early.
      const program = (source: EnumerateSource): readonly number[] => {
        const answers: number[] = [];
        for (const [index, size] of sizes.entries()) {
          const sum = answers.reduce((total, answer) => total + answer, index);
          if (sum % 5 === 4) break;
          answers.push(pick(source, 1 + ((size + sum) % 3)));
        }
        return answers;
      };
      const seen = visit(new EnumerateSource(), program).map(String);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBe(countLists(sizes, []));
    }),
  );
});

function countLists(sizes: readonly number[], answers: readonly number[]): number {
  const index = answers.length;
  const size = sizes[index];
  const sum = answers.reduce((total, answer) => total + answer, index);
  if (size === undefined || sum % 5 === 4) return 1;
  const count = 1 + ((size + sum) % 3);
  return Array.from({ length: count }, (_, answer) => countLists(sizes, [...answers, answer])).reduce((total, part) => total + part, 0);
}

test('the first list is the calmest one', () => {
  const source = new EnumerateSource();
  expect([pick(source, 5), pick(source, 2), source.chance()]).toEqual([0, 0, false]);
  expect(source.answers).toEqual([0, 0, 0]);
});

test('draws range over as many values as asked for', () => {
  const drawn = visit(new EnumerateSource({ drawValues: 3 }), (source) => {
    source.draw();
    return [source.hi, source.lo];
  });
  expect(drawn).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
});

test('a program without questions has one list', () => {
  expect(visit(new EnumerateSource(), (source) => [pick(source, 1)])).toEqual([[0]]);
});
