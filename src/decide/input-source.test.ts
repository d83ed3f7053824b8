/** Decisions from an input: the contract of draws, and calm behind the end of a schedule. */
import { describe, expect, test } from 'vitest';
import { renderU64 } from '../base/u64.ts';
import { InputSource } from './input-source.ts';
import { Kind } from './kinds.ts';

const seed = { hi: 0, lo: 7 };

function offer(count: number, calm?: number) {
  return { kind: Kind.choice, count, nameOf: String, ...(calm === undefined ? {} : { calm }) };
}

function drawn(source: InputSource): string {
  source.draw();
  return renderU64(source.hi, source.lo);
}

describe('an input that answers draws', () => {
  test('gives eight bytes a draw, lowest first, and goes on with the seed from its first draw', () => {
    const source = new InputSource(Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0, 255), seed, 'draws');
    expect([drawn(source), drawn(source), drawn(source), drawn(source)]).toEqual([
      '8589934593',
      '255',
      '877555679359244567',
      '8489183145130685057',
    ]);
  });

  test('answers picks and chances with draws, and a pick of one with none', () => {
    const source = new InputSource(Uint8Array.of(5, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255), seed, 'draws');
    expect([source.pick(offer(1)), source.pick(offer(3)), source.chance('x', 0.5)]).toEqual([0, 2, false]);
  });

  test('goes back to any place it was at, inside the input and behind it', () => {
    const source = new InputSource(
      Uint8Array.from({ length: 16 }, (_, index) => index),
      seed,
      'draws',
    );
    const places = [0, 1, 2, 3, 4].map(() => ({ at: source.position(), value: drawn(source) }));
    for (const { at, value } of places.toReversed()) {
      source.rewind(at);
      expect(drawn(source)).toBe(value);
    }
  });
});

describe('an input that answers a schedule', () => {
  test('counts from the calm answer, a byte a pick, and is calm behind its end', () => {
    const source = new InputSource(Uint8Array.of(0, 1, 7), seed, 'picks');
    expect([
      source.pick(offer(3, 2)),
      source.pick(offer(3, 2)),
      source.pick(offer(4)),
      source.pick(offer(5, 3)),
      source.chance('x', 1),
    ]).toEqual([2, 0, 3, 3, false]);
  });

  test('reaches every one of more answers than a byte can tell', () => {
    const source = new InputSource(Uint8Array.of(44, 1), seed, 'picks');
    expect(source.pick(offer(1000))).toBe(300);
  });
});
