import { describe, expect, test } from 'vitest';
import { seeds } from '../../../../tests/support/budget.ts';
import { ChoiceKind, nearestToZero } from '../choice-kind.ts';
import { compareChoices } from '../choice-order.ts';
import { type ChoiceSequence, hasObject } from '../choice-sequence.ts';
import { FuzzRandom } from '../fuzz-random.ts';
import { g } from '../g.ts';
import type { Gen } from '../gen.ts';
import { Tape } from '../tape.ts';
import { shrinkChoices } from './shrink-choices.ts';

const tape = new Tape();

/** The sequence as its replay records it, if what it makes still fails. */
function failing<T>(of: Gen<T>, fails: (value: T) => boolean, prefix: ChoiceSequence): ChoiceSequence | undefined {
  return fails(of.draw(tape.begin({ prefix }))) ? tape.sequence() : undefined;
}

function firstFailing<T>(of: Gen<T>, fails: (value: T) => boolean, seed: number): ChoiceSequence {
  const random = FuzzRandom.of({ hi: 0, lo: seed });
  for (let run = 0; run < 20_000; run += 1) if (fails(of.draw(tape.begin({ random, sizeMax: 300 })))) return tape.sequence();
  throw new Error('nothing fails');
}

function shrunk<T>(of: Gen<T>, fails: (value: T) => boolean, start: ChoiceSequence): ChoiceSequence {
  const search = shrinkChoices(start, () => undefined);
  let step = search.next();
  while (step.done !== true) step = search.next(failing(of, fails, step.value));
  expect(step.value.stoppedBy).toBe('minimal');
  return step.value.best;
}

/** Everything that is one step away: one draw or span less, one value one simpler, one character less. */
function* neighbours(sequence: ChoiceSequence): Generator<ChoiceSequence> {
  for (let at = 0; at < sequence.length; at += 1) {
    yield sequence.without(at, at + 1);
    const kind = sequence.kindAt(at);
    if (hasObject(kind)) {
      const object = sequence.objectAt(at);
      for (let unit = 0; unit < object.length; unit += 1) {
        yield sequence.withOne(
          at,
          typeof object === 'string' ? object.slice(0, unit) + object.slice(unit + 1) : object.filter((_byte, place) => place !== unit),
        );
      }
      continue;
    }
    const target = kind === ChoiceKind.integer || kind === ChoiceKind.float ? nearestToZero(sequence.lowAt(at), sequence.highAt(at)) : 0;
    const value = sequence.valueAt(at);
    if (value !== target && Number.isFinite(value)) yield sequence.withOne(at, value + Math.sign(target - value));
  }
  for (const { start, end } of sequence.spans) yield sequence.without(start, end);
}

/** What lies one step from the result of each seed, is simpler and fails as well: there must not be any. */
function simplerOnes<T>(of: Gen<T>, fails: (value: T) => boolean): readonly unknown[] {
  return seeds(4).flatMap((seed) => {
    const best = shrunk(of, fails, firstFailing(of, fails, seed));
    const kept = [...neighbours(best)].map((neighbour) => failing(of, fails, neighbour));
    return kept.flatMap((each) => (each !== undefined && compareChoices(each, best) < 0 ? [of.draw(tape.begin({ prefix: each }))] : []));
  });
}

const line = g.record({ name: g.string(), count: g.integer({ min: -5, max: 500 }) });
const order = g.record({ id: g.nat(), lines: g.array(line), note: g.optional(g.json()) });

describe('no single element of the result can go or be simpler:', () => {
  test('a number with odd digits', () => {
    expect(simplerOnes(g.nat(100_000), (number) => String(number).split('7').length > 2)).toEqual([]);
  });

  test('orders', () => {
    const fails = ({ lines }: { lines: { name: string; count: number }[] }): boolean =>
      lines.reduce((sum, { count }) => sum + count, 0) > 600 && lines.some(({ name }) => name.length > 1);
    expect(simplerOnes(order, fails)).toEqual([]);
  });

  test('JSON with depth and width', () => {
    expect(simplerOnes(g.json(), (value) => /\[.*\{.*\[/u.test(JSON.stringify(value).replaceAll(/"[^"]*"/gu, '')))).toEqual([]);
  });

  test('bytes with a checksum', () => {
    expect(simplerOnes(g.bytes(), (bytes) => bytes.length > 2 && bytes.reduce((sum, byte) => sum + byte, 0) % 16 === 9)).toEqual([]);
  });

  test('two lists that overlap', () => {
    const lists = g.tuple(g.array(g.nat(20)), g.array(g.nat(20)));
    expect(simplerOnes(lists, ([a, b]) => a.filter((each) => each > 3 && b.includes(each)).length > 1)).toEqual([]);
  });
});
