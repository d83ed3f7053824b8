import { describe, expect, test } from 'vitest';
import { longer } from '../../../tests/support/budget.ts';
import { type Hints, NO_HINTS } from '../hints.ts';
import { choicesForm } from './choices-form.ts';
import { FuzzRandom } from './fuzz-random.ts';
import { g } from './g.ts';

const order = g.record({ id: g.nat(), lines: g.array(g.record({ name: g.string(), amount: g.integer() })), note: g.optional(g.json()) });
const form = choicesForm(g.tuple(order));

function seeded(lo: number): FuzzRandom {
  return FuzzRandom.of({ hi: 0, lo });
}

function mutants(hints: Hints, count: number, sizeMax = 300): string[] {
  const random = seeded(5);
  let parent = form.generate(random, 60);
  return Array.from({ length: count }, () => {
    const child = form.mutate(parent, form.generate(random, 60), random, hints, sizeMax);
    if (random.oneIn(3)) parent = child;
    return form.render(child);
  });
}

describe('an input of choices', () => {
  test('gives equal arguments for every call, and never the same object', () => {
    const input = form.generate(seeded(1), 200);
    const [first, second] = [form.args(input), form.args(input)];
    expect(first).toEqual(second);
    expect(first[0]).not.toBe(second[0]);
  });

  test('comes back from its corpus file; other files are none', () => {
    const input = form.generate(seeded(2), 200);
    const decoded = form.decode(form.encode(input));
    expect(decoded && form.render(decoded)).toBe(form.render(input));
    expect(form.decode(Buffer.from('{"id": 1}'))).toBeUndefined();
  });

  test('varies by its seed alone, and stays valid and within its size', () => {
    expect(mutants(NO_HINTS, longer(300))).toEqual(mutants(NO_HINTS, longer(300)));
    const random = seeded(9);
    let input = form.generate(random, 50);
    for (let run = 0; run < longer(500); run += 1) {
      input = form.mutate(input, undefined, random, NO_HINTS, 80);
      expect(form.size(input)).toBeLessThan(200);
      const [value] = form.args(input) as [{ id: unknown; lines: unknown }];
      expect(Number.isInteger(value.id) && Array.isArray(value.lines)).toBe(true);
    }
  });

  test('is made different by most mutations', () => {
    expect(new Set(mutants(NO_HINTS, 300)).size).toBeGreaterThan(200);
  });

  test('takes up words and numbers it is told', () => {
    const take = (random: FuzzRandom): string | number => (random.oneIn(2) ? 'sesame' : 31_337);
    const all = mutants({ ...NO_HINTS, texts: ['sesame'], numbers: [31_337], take }, 300);
    expect(all.some((text) => text.includes("name: 'sesame'"))).toBe(true);
    expect(all.some((text) => text.includes('amount: 31337'))).toBe(true);
  });

  test('puts what was wanted where something was compared', () => {
    const only = choicesForm(g.tuple(g.string(), g.nat(100_000)));
    const random = seeded(4);
    const parent = only.generate(random, 50);
    const [text, number] = only.args(parent);
    const hints: Hints = {
      ...NO_HINTS,
      pairs: [
        { actual: String(text), wanted: 'open' },
        { actual: Number(number), wanted: 4711 },
      ],
    };
    const rendered = Array.from({ length: 200 }, () => only.render(only.mutate(parent, undefined, random, hints, 60)));
    expect(rendered.some((each) => each.startsWith("'open'"))).toBe(true);
    expect(rendered.some((each) => each.endsWith('4711'))).toBe(true);
  });

  test('takes parts of another input', () => {
    const lists = choicesForm(g.tuple(g.array(g.nat(9))));
    const random = seeded(8);
    const parent = lists.generate(random, 3);
    const other = lists.generate(seeded(81), 100);
    const [donor] = lists.args(other) as [number[]];
    const sums = Array.from({ length: 200 }, () => lists.args(lists.mutate(parent, other, random, NO_HINTS, 100))[0] as number[]);
    expect(donor.length).toBeGreaterThan(2);
    expect(sums.some((list) => list.length >= donor.length)).toBe(true);
  });

  test('falls back on the simplest one where filters refuse everything else', () => {
    const picky = choicesForm(g.tuple(g.integer().filter((number) => number === 0)));
    expect(picky.args(picky.generate(seeded(1), 10))).toEqual([0]);
  });
});
