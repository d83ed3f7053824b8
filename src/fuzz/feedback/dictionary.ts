/** Words worth trying: what stands in the files of the target, and what has broken programs before. */
import type { ComparedPair, Hints } from '../hints.ts';
import { flatText } from '../input/flat-text.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';

const DANGEROUS_TEXTS = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'length', 'then'],
  ...['{"__proto__":{"polluted":1}}', '"__proto__":{}', '{"constructor":{"prototype":{"polluted":1}}}', '__proto__[polluted]=1'],
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
const GLUE_MAX = 2;
const USUAL_GLUE = ['\n', '\r\n', ' ', ',', ';', ':', '=', '.', '/', '&', '?', '#', '-'];

interface Words {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** What the user names comes first. */
export function withDeclared(own: Words, declared: readonly (string | number)[]): Words {
  return {
    texts: [...declared.filter((word) => typeof word === 'string'), ...own.texts],
    numbers: [...declared.filter((word) => typeof word === 'number'), ...own.numbers],
  };
}

/** The hints of one search; the pairs are those of a ring that goes on changing. */
export class Dictionary implements Hints {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly pairs: readonly ComparedPair[];
  resting = 0;
  readonly #own: number;
  readonly glues: readonly string[];

  constructor(own: Words, pairs: readonly ComparedPair[]) {
    this.texts = [...new Set([...own.texts, ...DANGEROUS_TEXTS])].map(flatText);
    this.numbers = [...new Set([...own.numbers, ...DANGEROUS_NUMBERS])];
    this.#own = own.texts.length;
    this.pairs = pairs;
    const short = own.texts.filter((text) => text.length <= GLUE_MAX);
    this.glues = short.length > 0 ? short : USUAL_GLUE;
  }

  glue(random: FuzzRandom): string {
    const list = random.oneIn(4) ? USUAL_GLUE : this.glues;
    return list[random.below(list.length)] ?? '';
  }

  take(random: FuzzRandom): string | number | undefined {
    if (random.oneIn(6)) return this.numbers[random.below(this.numbers.length)];
    // What the target itself names is worth more than what is dangerous in general.
    const among = this.#own > 0 && random.oneIn(2) ? this.#own : this.texts.length;
    return this.texts[random.below(among)];
  }
}
