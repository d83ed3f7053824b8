/** Options that nobody knows would be ignored without a word: types are stripped, not checked, so a wrong name has to be told here. */
import { nearest } from '../../base/nearest.ts';

/** `call` is what the user wrote: `sim.node('a', …)`. */
export function checkOptions(call: string, options: unknown, known: ReadonlySet<string>): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) throw new TypeError(`${call}: the options must be an object, not ${shown(options)}`);
  for (const key of Object.keys(options))
    if (!known.has(key)) throw new TypeError(`${call}: there is no option '${key}'; ${instead(key, known)}`);
}

/** Numbers that are something else would never be reached, or always. */
export function checkNumber(call: string, name: string, value: unknown): void {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return;
  throw new TypeError(`${call}: ${name} must be a number that is not negative, not ${shown(value)}`);
}

function instead(key: string, known: ReadonlySet<string>): string {
  const near = nearest(key, known);
  return near === undefined ? `there are ${[...known].join(', ')}` : `did you mean '${near}'?`;
}

export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
