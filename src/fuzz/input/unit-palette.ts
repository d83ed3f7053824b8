/** Which single units inputs of bytes and of text are made from: the characters that parsers look at far more often than all others. */
import type { FuzzRandom } from './fuzz-random.ts';

export const SYNTAX = '{}[]()<>"\'`:;,.=+-*/\\|&%$#@!?^~_ \t\n\r';
const WORDS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** NUL, DEL, byte order mark, line separators, joiners, marks, a wide letter, surrogates, the letters whose case changes their length. */
const STRANGE = [
  0, 1, 8, 0x1b, 0x7f, 0x80, 0x85, 0xa0, 0xad, 0xdf, 0xff, 0x130, 0x131, 0x301, 0x202e, 0x200b, 0x200d, 0x2028, 0x2029,
].concat([0x2212, 0x3000, 0x4e2d, 0xac00, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfb01, 0xfeff, 0xfffd, 0xfffe, 0xffff]);

const STRANGE_BYTES = [
  0, 1, 2, 7, 8, 0x0a, 0x0d, 0x10, 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0x81, 0xbf, 0xc0, 0xc2, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xfe, 0xff,
];

/** What stands in for a number. */
export const NUMBERS = [
  '0',
  '-1',
  '-0',
  '1',
  '127',
  '128',
  '255',
  '256',
  '32767',
  '65536',
  '2147483647',
  '2147483648',
  '4294967295',
].concat(['9007199254740991', '9007199254740993', '18446744073709551616', '1e21', '1e400', '1e-7', '0.1', '00', '0x10', 'NaN', 'Infinity']);

export interface Palette {
  readonly unitMax: number;
  unit(random: FuzzRandom): number;
  strange(random: FuzzRandom): number;
}

function among(list: readonly number[], random: FuzzRandom): number {
  return list[random.below(list.length)] ?? 0;
}

/** Words and syntax half and half, spread over a table, so that one random number is enough for a unit: most of a mutation is units. */
const COMMON_BITS = 12;
const COMMON = Uint8Array.from({ length: 1 << COMMON_BITS }, (_, at) => {
  const letters = at % 2 === 0 ? WORDS : SYNTAX;
  return letters.charCodeAt((at >> 1) % letters.length);
});

function commonBy(bits: number): number {
  return COMMON[bits & ((1 << COMMON_BITS) - 1)] ?? 0;
}

export const textPalette: Palette = {
  unitMax: 0xffff,
  unit(random) {
    const bits = random.nextU32();
    return bits >>> 28 === 0 ? among(STRANGE, random) : commonBy(bits);
  },
  strange: (random) => (random.oneIn(8) ? random.below(0x10000) : among(STRANGE, random)),
};

export const bytePalette: Palette = {
  unitMax: 0xff,
  unit(random) {
    const bits = random.nextU32();
    return bits >>> 30 === 0 ? bits & 0xff : commonBy(bits);
  },
  strange: (random) => among(STRANGE_BYTES, random),
};
