/**
 * The characters a text may be made of, in the order in which they count as simple. Alphabets are numbered when they are made, so that a
 * draw can name its own by a number.
 */
import type { FuzzRandom } from './fuzz-random.ts';
import { SYNTAX, textPalette } from './unit-palette.ts';

export interface Alphabet {
  readonly number: number;
  /** The simplest character of it. */
  readonly first: string;
  random(random: FuzzRandom): string;
  /** How simple a character is, 0 the simplest; -1 if it does not belong. */
  rank(point: string): number;
  /** The character of this rank; undefined from the end of the alphabet on. */
  at(rank: number): string | undefined;
}

const alphabets: Alphabet[] = [];

export function alphabetOf(number: number): Alphabet {
  return alphabets[number] ?? anyText;
}

function numbered(make: (number: number) => Alphabet): Alphabet {
  const made = make(alphabets.length);
  alphabets.push(made);
  return made;
}

/** Exactly these characters, as simple as they come early. */
export function listedAlphabet(points: readonly string[]): Alphabet {
  const unique = [...new Set(points)];
  const [first] = unique;
  if (first === undefined) throw new RangeError('an alphabet needs at least one character');
  const ranks = new Map(unique.map((point, rank) => [point, rank]));
  return numbered((number) => ({
    number,
    first,
    random: (random) => unique[random.below(unique.length)] ?? first,
    rank: (point) => ranks.get(point) ?? -1,
    at: (rank) => unique[rank],
  }));
}

/** Letters and digits a person reads easily, then the rest of ASCII, then everything else by its number. */
const EASY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ASCII =
  EASY +
  Array.from({ length: 128 }, (_each, code) => String.fromCharCode(code))
    .filter((point) => !EASY.includes(point))
    .join('');
const ASCII_RANKS = Array.from({ length: 128 }, (_each, code) => ASCII.indexOf(String.fromCharCode(code)));

function wideRank(point: string): number {
  const code = point.codePointAt(0) ?? 0;
  return code < 128 ? (ASCII_RANKS[code] ?? -1) : code;
}

function wideAt(rank: number): string | undefined {
  if (rank < 128) return ASCII[rank];
  return rank <= 0x10ffff ? String.fromCodePoint(rank) : undefined;
}

function isSurrogate(point: string): boolean {
  const code = point.codePointAt(0) ?? 0;
  return code >= 0xd800 && code <= 0xdfff;
}

const ASCII_SHARE = 0.92 * 2 ** 32;
/** 256 entries, so that eight bits choose one, letters and digits about as often as what parsers look at. */
const ASCII_TABLE = [
  ...Array.from(EASY.repeat(2)),
  ...Array.from({ length: 256 - 2 * EASY.length }, (_each, at) => SYNTAX[at % SYNTAX.length] ?? 'a'),
];

function wideRandom(random: FuzzRandom): string {
  const word = random.nextU32();
  // Nine of ten are ASCII, which needs no more than the one random word.
  if (word < ASCII_SHARE) return ASCII_TABLE[word & 0xff] ?? 'a';
  if (random.oneIn(8)) return String.fromCodePoint(0x10000 + random.below(0x100000));
  const unit = textPalette.strange(random);
  return unit >= 0xd800 && unit <= 0xdfff ? '\ufffd' : String.fromCharCode(unit);
}

/** Well-formed text of any characters; what parsers look at comes up most often. */
export const anyText: Alphabet = numbered((number) => ({
  number,
  first: 'a',
  random: wideRandom,
  rank: (point) => (isSurrogate(point) ? -1 : wideRank(point)),
  at: (rank) => (rank >= 0xd800 && rank <= 0xdfff ? '\u{10000}' : wideAt(rank)),
}));

/** Any sequence of code units, lone surrogates included. */
const anyUnits: Alphabet = numbered((number) => ({
  number,
  first: 'a',
  random: (random) => (random.oneIn(8) ? String.fromCharCode(textPalette.strange(random)) : wideRandom(random)),
  rank: wideRank,
  at: wideAt,
}));

const asciiText: Alphabet = listedAlphabet(Array.from(ASCII).filter((point) => point >= ' ' && point <= '~'));

const NAMED = {
  /** Well-formed text of any characters. */
  unicode: anyText,
  /** Any code units, lone surrogates included. */
  units: anyUnits,
  /** Printable ASCII. */
  ascii: asciiText,
  alphanumeric: listedAlphabet(Array.from(EASY)),
  hex: listedAlphabet(Array.from('0123456789abcdef')),
  digits: listedAlphabet(Array.from('0123456789')),
} as const;

export type AlphabetName = keyof typeof NAMED;

export function alphabetNamed(name: string | readonly string[]): Alphabet {
  if (typeof name === 'string' && Object.hasOwn(NAMED, name)) {
    // The line above has looked the name up.
    return NAMED[name as AlphabetName];
  }
  const points = typeof name === 'string' ? Array.from(name) : name;
  const odd = points.find((point) => Array.from(point).length !== 1);
  if (odd !== undefined) throw new RangeError(`an alphabet is made of single characters, and ${JSON.stringify(odd)} is none`);
  return listedAlphabet(points);
}
