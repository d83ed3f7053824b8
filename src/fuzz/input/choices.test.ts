import { describe, expect, test } from 'vitest';
import { DecisionLog } from '../../decide/log.ts';
import { packLog, unpackLog } from '../../decide/log-codec.ts';
import { longer } from '../../../tests/support/budget.ts';
import { decodeChoices, encodeChoices } from './choice-codec.ts';
import { choicesOf, noteChoices } from './choice-decisions.ts';
import { compareChoices } from './choice-order.ts';
import { ChoiceSequence } from './choice-sequence.ts';
import { FuzzRandom } from './fuzz-random.ts';
import { g } from './g.ts';
import type { Gen } from './gen.ts';
import { Rejected, Tape } from './tape.ts';

const everything = g.tuple(
  g.json(),
  g.float(),
  g.bytes(),
  g.string({ alphabet: 'units' }),
  g.map(g.integer(), g.date()),
  g.bigint(),
  g.nat(20).chain((length) => g.array(g.boolean(), { minLength: length })),
  g.recursive<unknown>((self) => g.oneOf(g.constant(1), g.array(self))),
);

function drawn<T>(of: Gen<T>, seed: number): { readonly value: T; readonly sequence: ChoiceSequence } {
  const tape = new Tape();
  const value = of.draw(tape.begin({ random: FuzzRandom.of({ hi: 0, lo: seed }), sizeMax: 200 }));
  return { value, sequence: tape.sequence() };
}

function replayed<T>(of: Gen<T>, prefix: ChoiceSequence): { readonly value: T; readonly sequence: ChoiceSequence } {
  const tape = new Tape();
  return { value: of.draw(tape.begin({ prefix })), sequence: tape.sequence() };
}

const samples = Array.from({ length: longer(40) }, (_each, seed) => drawn(everything, seed));

describe('a choice sequence', () => {
  test('makes the same value again', () => {
    for (const { value, sequence } of samples) {
      const again = replayed(everything, sequence);
      expect(again.value).toEqual(value);
      expect(again.sequence).toEqual(sequence);
    }
  });

  test('comes back from its bytes', () => {
    for (const { value, sequence } of samples) {
      const decoded = decodeChoices(encodeChoices(sequence));
      expect(decoded && replayed(everything, decoded).value).toEqual(value);
    }
  });

  test('comes back from the decisions of a trace', () => {
    for (const { value, sequence } of samples.slice(0, 10)) {
      const log = new DecisionLog();
      noteChoices(log, sequence);
      const unpacked = unpackLog({ ...packLog(log) });
      const read = unpacked && choicesOf(unpacked.log);
      expect(read && replayed(everything, read).value).toEqual(value);
    }
  });

  test('that was cut anywhere still makes a value, and what it records is whole', () => {
    for (const { sequence } of samples.slice(0, 10)) {
      for (let at = 0; at < sequence.length; at += 7) {
        const mended = replayed(everything, sequence.without(at, at + 3));
        expect(replayed(everything, mended.sequence).value).toEqual(mended.value);
      }
    }
  });

  test('has spans that nest', () => {
    for (const { sequence } of samples) {
      const ends = new Map<number, number>([[0, sequence.length]]);
      for (const { start, end, depth } of sequence.spans) {
        const outer = [...ends].filter(([level]) => level < depth).toSorted(([a], [b]) => b - a)[0];
        expect(end).toBeLessThanOrEqual(outer?.[1] ?? 0);
        expect(start).toBeLessThan(end);
        for (const level of ends.keys()) if (level > depth) ends.delete(level);
        ends.set(depth, end);
      }
    }
  });

  test('is not read from bytes that are none', () => {
    expect(decodeChoices(Buffer.from('hello'))).toBeUndefined();
    const { sequence } = drawn(everything, 1);
    const bytes = encodeChoices(sequence);
    expect(decodeChoices(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
    expect(decodeChoices(Buffer.concat([bytes, Buffer.of(0)]))).toBeUndefined();
  });

  test('has an order in which every two are comparable one way only', () => {
    for (const [at, { sequence }] of samples.entries()) {
      const other = samples[(at + 1) % samples.length]?.sequence ?? sequence;
      expect(compareChoices(sequence, sequence)).toBe(0);
      expect(Math.sign(compareChoices(sequence, other))).toBe(-Math.sign(compareChoices(other, sequence)) || 0);
    }
  });
});

test('without randomness the simplest value is drawn', () => {
  const simplest = everything.draw(new Tape().begin({}));
  expect(simplest).toEqual([null, 0, new Uint8Array(), '', new Map(), 0n, [], 1]);
});

test('a size limit ends every generator', () => {
  const wide = g.array(g.array(g.array(g.string({ minLength: 1 }), { minLength: 2 }), { minLength: 2 }));
  for (let seed = 0; seed < 50; seed += 1) {
    const tape = new Tape();
    wide.draw(tape.begin({ random: FuzzRandom.of({ hi: 0, lo: seed }), sizeMax: 20 }));
    expect(tape.sequence().size).toBeLessThan(60);
  }
});

test('a filter that lets nothing through gives the input up', () => {
  const never = g.integer().filter(() => false);
  expect(() => never.draw(new Tape().begin({}))).toThrow(Rejected);
});

test('what a filter refused is not part of the input', () => {
  const { sequence } = drawn(
    g.integer().filter((value) => value % 3 === 0),
    5,
  );
  expect(sequence.length).toBe(1);
});

test('draws of another kind than asked for count as the simplest', () => {
  const { sequence } = drawn(g.tuple(g.string({ minLength: 3 }), g.integer({ min: 5, max: 9 })), 1);
  expect(replayed(g.tuple(g.integer({ min: 5, max: 9 }), g.string()), sequence).value).toEqual([5, '']);
});

test('numbers outside the bounds asked for are brought inside', () => {
  const { sequence } = drawn(g.integer({ min: 1000, max: 2000 }), 1);
  expect(replayed(g.integer({ min: -5, max: 5 }), sequence).value).toBe(5);
  expect(replayed(g.boolean(), sequence).value).toBe(true);
  expect(ChoiceSequence.join(sequence, sequence).length).toBe(2);
});
