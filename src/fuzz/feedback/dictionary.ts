/** Words worth trying: what stands in the files of the target, and what has broken programs before. */
import type { ComparedPair, Hints } from '../hints.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';

const DANGEROUS_TEXTS = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'length', 'then'],
  ...['../', '..\\', '/etc/passwd', '%00', '%2e%2e%2f', '\u0000', '\r\n', '\n', '\r', '\t', '\u2028', '\u2029', '\ufeff', '\ufffd'],
  ...['NaN', 'Infinity', '-Infinity', '-0', '1e400', '1e-400', '9007199254740993', '-9007199254740993', '0x10', '1_000', '00', '.5', '5.'],
  ...[
    'null',
    'undefined',
    'true',
    'false',
    '{}',
    '[]',
    '""',
    "''",
    '``',
    '${',
    '{{',
    '}}',
    '%s',
    '%n',
    '<!--',
    ']]>',
    '/*',
    '*/',
    '//',
    '--',
  ],
  ...[
    '\\',
    '\\u',
    '\\x',
    '\\0',
    '&amp;',
    '&#',
    '=',
    '==',
    ';',
    ':',
    ',',
    '|',
    '*',
    '**',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '?',
    '#',
    '@',
    '!',
    '~',
    '^',
  ],
  ...['\u00e9', 'e\u0301', '\u{1f600}', '\u0130', '\u017f', '\u00df', '\ud83d', 'a'.repeat(64), '['.repeat(64), '('.repeat(64)],
];
const DANGEROUS_NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  127,
  128,
  255,
  256,
  65_535,
  65_536,
  2_147_483_647,
  2_147_483_648,
  4_294_967_295,
  2 ** 53,
  -(2 ** 53),
];
const TEXTS_MAX = 1024;
const TEXT_LENGTH_MAX = 64;

/** The literals and names of properties in a program, each once, in the order of the source. */
export function wordsOf(sources: Iterable<string>): { readonly texts: readonly string[]; readonly numbers: readonly number[] } {
  const texts = new Set<string>();
  const numbers = new Set<number>();
  for (const source of sources) {
    for (const [, word = ''] of source.matchAll(/["'`]((?:[^"'`\\\n]|\\.){1,64})["'`]/gu)) add(texts, unescaped(word));
    for (const [, name = ''] of source.matchAll(/\.\s*([A-Za-z_$][\w$]{1,63})/gu)) add(texts, name);
    for (const [, key = ''] of source.matchAll(/([A-Za-z_$][\w$]{1,63})\s*:/gu)) add(texts, key);
    for (const [word] of source.matchAll(/(?<![\w$.])(?:0[xX][\da-fA-F]+|\d+(?:\.\d+)?)(?![\w$])/gu)) {
      if (numbers.size < TEXTS_MAX) numbers.add(Number(word));
    }
  }
  return { texts: [...texts], numbers: [...numbers] };
}

function add(texts: Set<string>, word: string): void {
  if (texts.size < TEXTS_MAX && word !== '' && word.length <= TEXT_LENGTH_MAX) texts.add(word);
}

function unescaped(word: string): string {
  try {
    return JSON.parse(`"${word.replaceAll('"', '\\"').replaceAll("\\'", "'")}"`) as string; // text in quotes is a string
  } catch {
    return word;
  }
}

/** The hints of one search; the pairs are those of a ring that goes on changing. */
export class Dictionary implements Hints {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly pairs: readonly ComparedPair[];
  resting = 0;
  readonly #own: number;

  constructor(own: { readonly texts: readonly string[]; readonly numbers: readonly number[] }, pairs: readonly ComparedPair[]) {
    this.texts = [...new Set([...own.texts, ...DANGEROUS_TEXTS])];
    this.numbers = [...new Set([...own.numbers, ...DANGEROUS_NUMBERS])];
    this.#own = own.texts.length;
    this.pairs = pairs;
  }

  take(random: FuzzRandom): string | number | undefined {
    if (random.oneIn(6)) return this.numbers[random.below(this.numbers.length)];
    // What the target itself names is worth more than what is dangerous in general.
    const among = this.#own > 0 && random.oneIn(2) ? this.#own : this.texts.length;
    return this.texts[random.below(among)];
  }
}
