import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalI64, fractionU64, modU64, parseU64, renderU64, u64Bytes, u64FromBytes, u64FromJson, u64FromNumber } from './u64.ts';

const MAX = 2n ** 64n - 1n;
const big = fc.oneof(
  fc.bigInt({ min: 0n, max: MAX }),
  fc.bigInt({ min: 0n, max: 64n }).map((shift) => (1n << shift) - (shift === 0n ? 0n : 1n)),
);

function halves(value: bigint): { hi: number; lo: number } {
  return { hi: Number(value >> 32n), lo: Number(value & 0xffffffffn) };
}

describe('decimal text', () => {
  test('parse and render agree with BigInt over the whole range', () => {
    fc.assert(
      fc.property(big, (value) => {
        const { hi, lo } = halves(value);
        expect(parseU64(value.toString())).toEqual({ hi, lo });
        expect(renderU64(hi, lo)).toBe(value.toString());
      }),
      { numRuns: 2000 },
    );
  });

  test('what lies outside the range or is no decimal number is refused', () => {
    const refused = [
      '',
      ' 1',
      '-1',
      '+1',
      '1.0',
      '1e3',
      '0x10',
      '١',
      '18446744073709551616',
      '99999999999999999999',
      '184467440737095516150',
    ];
    expect(refused.map(parseU64)).toEqual(refused.map(() => undefined));
  });

  test('leading zeros do not matter', () => {
    expect(parseU64('000')).toEqual({ hi: 0, lo: 0 });
    expect(parseU64('00000000000000000000000018446744073709551615')).toEqual({ hi: 0xffffffff, lo: 0xffffffff });
  });
});

test('JSON integers and decimal strings are the same u64', () => {
  expect(u64FromJson(7)).toEqual({ hi: 0, lo: 7 });
  expect(u64FromJson('7')).toEqual({ hi: 0, lo: 7 });
  expect(u64FromJson(MAX)).toEqual({ hi: 0xffffffff, lo: 0xffffffff });
  expect(u64FromJson(2 ** 53 - 1)).toEqual(halves(2n ** 53n - 1n));
  expect([-1, 1.5, 2 ** 53, MAX + 1n, -1n, null, true, [7], undefined].map(u64FromJson)).toEqual(Array(9).fill(undefined));
});

test('the remainder agrees with BigInt for every divisor up to 2^31', () => {
  fc.assert(
    fc.property(
      big,
      fc.oneof(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.integer({ min: 1, max: 2 ** 16 + 1 }), fc.constantFrom(2 ** 16, 2 ** 31)),
      (value, n) => {
        const { hi, lo } = halves(value);
        expect(modU64(hi, lo, n)).toBe(Number(value % BigInt(n)));
      },
    ),
    { numRuns: 2000 },
  );
});

test('the fraction runs from 0 to 1 and is the nearest double of the quotient', () => {
  expect(fractionU64(0, 0)).toBe(0);
  expect(fractionU64(0xffffffff, 0xffffffff)).toBe(1);
  fc.assert(
    fc.property(big, (value) => {
      const { hi, lo } = halves(value);
      expect(fractionU64(hi, lo)).toBe(Number(value) / Number(MAX));
    }),
  );
});

test('bytes are little-endian and read back', () => {
  expect([...u64Bytes(0x01020304, 0xfffefdfc)]).toEqual([0xfc, 0xfd, 0xfe, 0xff, 4, 3, 2, 1]);
  fc.assert(
    fc.property(big, (value) => {
      const { hi, lo } = halves(value);
      expect(u64FromBytes(new Uint8Array([9, ...u64Bytes(hi, lo)]), 1)).toEqual({ hi, lo });
    }),
  );
  expect(u64FromBytes(new Uint8Array([1, 2]))).toEqual({ hi: 0, lo: 0x201 });
});

test('safe integers split exactly', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      expect(u64FromNumber(value)).toEqual(halves(BigInt(value)));
    }),
  );
});

test('an i64 has one canonical text', () => {
  const cases = ['0', '-0', '007', '-007', '9223372036854775807', '-9223372036854775808'];
  expect(cases.map(canonicalI64)).toEqual(['0', '0', '7', '-7', '9223372036854775807', '-9223372036854775808']);
  const refused = ['', '-', '--1', '+1', '1.0', 'x', '9223372036854775808', '-9223372036854775809', '18446744073709551615'];
  expect(refused.map(canonicalI64)).toEqual(refused.map(() => undefined));
});
