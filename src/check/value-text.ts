/**
 * One text per value: what two values have in common exactly when they are equal for the checkers, and what messages show. Keys of objects,
 * members of sets and entries of maps have no order; numbers, texts and bigints never coincide.
 */
import { cutValue } from '../base/cut-text.ts';
import { compareText } from '../base/compare.ts';

export function valueText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return value === 0 ? '0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'object':
      return value === null ? 'null' : objectText(value);
    default:
      return String(value);
  }
}

/** For messages: short enough to be read. */
export function shownValue(value: unknown): string {
  return cutValue(valueText(value));
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Number.isNaN(a) && Number.isNaN(b);
  return valueText(a) === valueText(b);
}

function objectText(value: object): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(',')}]`;
  if (value instanceof Map) return `Map{${sorted([...value].map(([key, member]) => `${valueText(key)}=>${valueText(member)}`))}}`;
  if (value instanceof Set) return `Set{${sorted([...value].map(valueText))}}`;
  // Dates and the like keep what they are in no key of theirs.
  if ('toJSON' in value && typeof value.toJSON === 'function') return valueText(value.toJSON());
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${sorted(members.map(([key, member]) => `${JSON.stringify(key)}:${valueText(member)}`))}}`;
}

function sorted(texts: string[]): string {
  return texts.sort(compareText).join(',');
}
