import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RollingHash } from './rolling-hash.ts';

function hashOf(feed: (hash: RollingHash) => void): string {
  const hash = new RollingHash();
  feed(hash);
  return hash.hex();
}

const ofWords = (words: readonly number[]) => hashOf((hash) => words.forEach((word) => hash.mix(word)));
const ofTexts = (texts: readonly string[]) => hashOf((hash) => texts.forEach((text) => hash.mixString(text)));

test('the hash never changes between versions', () => {
  expect(ofWords([])).toBe('b59a7354ca2beadc');
  expect(ofWords([1, 2, 3])).toBe('e51a0d95539f9095');
  expect(ofTexts(['schedule', 'grüße'])).toBe('06dd178226707e01');
});

test('equal sequences have equal hashes and different ones do not', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.array(fc.integer()), (a, b) => {
      expect(ofWords(a) === ofWords(b)).toBe(a.length === b.length && a.every((word, index) => word === b[index]));
    }),
  );
});

test('the borders between texts count', () => {
  expect(ofTexts(['ab', 'c'])).not.toBe(ofTexts(['a', 'bc']));
  expect(ofTexts(['', 'a'])).not.toBe(ofTexts(['a', '']));
});

test('short sequences that differ in single bits do not collide', () => {
  const seen = new Set<string>();
  const hash = new RollingHash();
  for (let first = 0; first < 32; first += 1) {
    for (let second = 0; second < 32; second += 1) {
      for (let third = 0; third < 100; third += 1) {
        hash.reset();
        hash.mix(1 << first);
        hash.mix(1 << second);
        hash.mix(third);
        seen.add(hash.hex());
      }
    }
  }
  expect(seen.size).toBe(32 * 32 * 100);
});

test('reset forgets everything, and reading the digest disturbs nothing', () => {
  const hash = new RollingHash();
  hash.mix(1);
  hash.hex();
  hash.mix(2);
  expect(hash.hex()).toBe(ofWords([1, 2]));
  hash.reset();
  expect(hash.hex()).toBe(ofWords([]));
});

test('several words at once are the same words one after the other', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.maxSafeInteger(), (a, b, c) => {
      const [singly, together] = [new RollingHash(), new RollingHash()];
      for (const word of [a, b, c, a]) singly.mix(word);
      together.mix3(a, b, c);
      together.mix(a);
      expect(together.hex()).toBe(singly.hex());
      for (const word of [c, b, a, a, b]) singly.mix(word);
      together.mix5(c, b, a, a, b);
      expect(together.hex()).toBe(singly.hex());
    }),
  );
});
