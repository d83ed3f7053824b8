import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComparedPair, type Hints, NO_HINTS } from '../hints.ts';
import { bytesForm } from './bytes-form.ts';
import type { InputForm } from './form.ts';
import { FuzzRandom } from './fuzz-random.ts';
import { stringForm } from './string-form.ts';

const anyUnits = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 40 });

function seeded(lo: number): FuzzRandom {
  return FuzzRandom.of({ hi: 0, lo });
}

function mutants<I>(form: InputForm<I>, parent: I, hints: Hints, count: number, other?: I): I[] {
  const random = seeded(1);
  return Array.from({ length: count }, () => form.mutate(parent, other, random, hints, 64));
}

const texts = (pair: ComparedPair): Hints => ({ ...NO_HINTS, pairs: [pair], take: () => pair.wanted });

describe('a text input', () => {
  test('comes back from its corpus file, lone surrogates included', () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        expect(stringForm.decode(stringForm.encode(text))).toBe(text);
      }),
    );
  });

  test('is stored as plain UTF-8 where it is a well-formed text', () => {
    expect(Buffer.from(stringForm.encode('héllo 😀')).toString('utf8')).toBe('héllo 😀');
  });

  test('reads a file that is no text as if its bad bytes were replaced', () => {
    expect(stringForm.decode(Uint8Array.of(0x61, 0xff, 0x62))).toBe('a�b');
  });
});

describe.each([
  ['bytes', bytesForm as InputForm<unknown>, Buffer.from('{"mode": 1}')],
  ['string', stringForm as InputForm<unknown>, '{"mode": 1}'],
] as const)('a mutation of %s', (_name, form, parent) => {
  test('is the same for the same seed and stays below the size limit', () => {
    const all = mutants(form, parent, NO_HINTS, 500, parent);
    expect(all.map((each) => form.render(each))).toEqual(mutants(form, parent, NO_HINTS, 500, parent).map((each) => form.render(each)));
    expect(Math.max(...all.map((each) => form.size(each)))).toBeLessThanOrEqual(64);
  });

  test('leaves its parent as it was, and hardly ever repeats it', () => {
    const before = form.render(parent);
    const same = mutants(form, parent, NO_HINTS, 500).filter((each) => form.render(each) === before);
    expect(form.render(parent)).toBe(before);
    expect(same.length).toBeLessThan(50);
  });

  test('puts what was wanted in the place of what was compared', () => {
    const written = mutants(form, parent, texts({ actual: 'mode', wanted: 'admin' }), 500).map((each) => String(form.args(each)[0]));
    expect(written).toContain('{"admin": 1}');
  });

  test('meets a number in its decimal form', () => {
    const written = mutants(form, parent, texts({ actual: 1, wanted: 31337 }), 500).map((each) => String(form.args(each)[0]));
    expect(written).toContain('{"mode": 31337}');
  });

  test('makes something of nothing', () => {
    const empty = form.decode(new Uint8Array());
    expect(mutants(form, empty, NO_HINTS, 50).filter((each) => form.size(each) > 0).length).toBeGreaterThan(10);
  });

  test('never uses a mutator that rests', () => {
    const onlyInsertions = { ...NO_HINTS, resting: ~0b11 };
    const sizes = mutants(form, parent, onlyInsertions, 300).map((each) => form.size(each));
    expect(sizes.filter((size) => size > form.size(parent)).length).toBeGreaterThan(200);
  });
});

test('bytes meet a number in its binary form', () => {
  const parent = Uint8Array.of(9, 0x34, 0x12, 9);
  const found = mutants(bytesForm, parent, texts({ actual: 0x1234, wanted: 0xbeef }), 500).map((each) => [...each].join());
  expect(found).toContain('9,239,190,9');
});

test('a generated input has every size up to the limit', () => {
  const random = seeded(3);
  const sizes = new Set(Array.from({ length: 4000 }, () => stringForm.size(stringForm.generate(random, 20))));
  expect([...sizes].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_each, size) => size));
});
