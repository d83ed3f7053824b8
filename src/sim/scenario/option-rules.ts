/** What values of options must be. A wrong one would be ignored, or mean something else, without a word: types are stripped, not checked. */
import { nearest } from '../../base/nearest.ts';
import { findingCodes } from '../../trace/finding-codes.ts';
import { shown } from './check-options.ts';

export interface Rule {
  /** `a number from 0 to 1`. */
  readonly is: string;
  readonly fits: (value: unknown) => boolean;
}

export type Rules = Readonly<Record<string, Rule>>;

const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);
const isText = (value: unknown): boolean => typeof value === 'string';

const notNegative: Rule = { is: 'a number that is not negative', fits: (value) => isNumber(value) && value >= 0 };

export const rule = {
  number: { is: 'a number', fits: isNumber },
  notNegative,
  chance: { is: 'a number from 0 to 1', fits: (value) => isNumber(value) && value >= 0 && value <= 1 },
  count: { is: 'a whole number from 1 on', fits: (value) => Number.isInteger(value) && Number(value) >= 1 },
  flag: { is: 'true or false', fits: (value) => typeof value === 'boolean' },
  function: { is: 'a function', fits: (value) => typeof value === 'function' },
  text: { is: 'a text', fits: isText },
  texts: { is: 'a list of texts', fits: (value) => Array.isArray(value) && value.every(isText) },
  path: { is: 'an absolute path', fits: (value) => typeof value === 'string' && value.startsWith('/') },
  ports: { is: 'a list of port numbers', fits: (value) => Array.isArray(value) && value.every((port) => Number.isInteger(port)) },
  range: { is: `${notNegative.is} or { min, max }`, fits: (value) => notNegative.fits(value) || isRange(value) },
  oneOf: (...words: readonly string[]): Rule => ({ is: either(words), fits: (value) => words.some((word) => word === value) }),
} as const satisfies Record<string, Rule | ((...words: readonly string[]) => Rule)>;

function isRange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return notNegative.fits(Reflect.get(value, 'min')) && notNegative.fits(Reflect.get(value, 'max'));
}

function either(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}

/** `call` is what the user wrote: `sim.node('a', …)`. What is not given is fine. */
export function checkValues(call: string, options: unknown, rules: Rules): void {
  if (typeof options !== 'object' || options === null) return;
  for (const name in rules) {
    const value: unknown = Reflect.get(options, name);
    const wanted = rules[name];
    if (value !== undefined && wanted !== undefined) checkValue(call, name, value, wanted);
  }
}

export function checkValue(call: string, name: string, value: unknown, { is, fits }: Rule): void {
  if (!fits(value)) throw new TypeError(`${call}: ${name} must be ${is}, not ${shown(value)}`);
}

/** Names of findings; `before` is how a message begins. */
export function checkTitles(before: string, titles: readonly string[]): void {
  for (const title of titles) {
    if (findingCodes.some(({ code }) => code === title)) continue;
    const near = nearest(
      title,
      findingCodes.map(({ code }) => code),
    );
    const instead = near === undefined ? 'docs/reference/finding-codes.md lists them' : `did you mean '${near}'?`;
    throw new TypeError(`${before}: no finding is called '${title}'; ${instead}`);
  }
}
