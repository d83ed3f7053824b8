import { expect, test } from 'vitest';
import { decodeText, encodeText } from '../input/text-codec.ts';
import { comparedEvery, RECENT, RecentInputs } from './recent-inputs.ts';
import { SharedState } from './shared-state.ts';

const INPUT_MAX = 64;
const WORDS = INPUT_MAX * 2;

test('however long a search goes on, the inputs it remembers reach back beyond the last look at the language', () => {
  for (let executed = 0; executed < 2 ** 31; executed = executed * 2 + 1) expect(comparedEvery(executed) * 2).toBeLessThanOrEqual(RECENT);
});

test('inputs are remembered as they are stored, texts and bytes, the newest first', () => {
  const shared = SharedState.create(INPUT_MAX);
  const recent = new RecentInputs(shared);
  for (const text of ['', 'abc', 'a\ud800b', 'ünü']) {
    shared.beginText(1, text, undefined);
    recent.add();
  }
  shared.begin(2, Uint8Array.of(1, 2, 255));
  recent.add();
  const [bytes, ...texts] = recent.stored();
  expect(bytes).toEqual(Uint8Array.of(1, 2, 255));
  expect(texts).toEqual(['ünü', 'a\ud800b', 'abc', ''].map(encodeText));
});

test('an input that was written over is not remembered, and all others are', () => {
  const shared = SharedState.create(INPUT_MAX, WORDS);
  const recent = new RecentInputs(shared);
  const all: string[] = [];
  for (let turn = 0; turn < 300; turn += 1) {
    const text = `${turn} `.repeat(1 + (turn % 7));
    all.unshift(text);
    shared.beginText(turn, text, undefined);
    recent.add();
    // Whoever looks for one of them calls the target meanwhile.
    shared.beginText(turn, '#'.repeat(1 + (turn % (INPUT_MAX / 2))), undefined);
    const found = Array.from(recent.stored(), decodeText);
    expect(found).toEqual(all.slice(0, found.length));
    // What is lost of a full row: the room no input fits into at its end, where the next one will stand, and what that begins to write over.
    const words = found.reduce((sum, each) => sum + Math.ceil(each.length / 2), 0);
    if (found.length < all.length) expect(words).toBeGreaterThan(WORDS - 3 * (INPUT_MAX / 4));
  }
});

test('a look is due before inputs are forgotten that came after the last one', () => {
  const shared = SharedState.create(INPUT_MAX, WORDS);
  const recent = new RecentInputs(shared);
  recent.isLookDue(0);
  let since: string[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    const text = String(turn).padStart(INPUT_MAX / 2, '.');
    since.unshift(text);
    shared.beginText(turn, text, undefined);
    recent.add();
    expect(Array.from(recent.stored(), decodeText).slice(0, since.length)).toEqual(since);
    if (!recent.isFull) continue;
    expect(recent.isLookDue(1)).toBe(true);
    since = [];
  }
});
