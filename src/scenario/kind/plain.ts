/** Values that are taken as written: plain strings, flags, choices and fractions. */
import { cutValue } from '../../base/cut-text.ts';
import { nearest } from '../../base/nearest.ts';
import type { Kind } from '../field.ts';

/** A plain string; `${…}` in it is not replaced. */
export const id: Kind<string> = {
  label: 'id',
  nullIsValue: false,
  read: (node, inspection) => (node.kind === 'string' ? node.value : inspection.wrongType(node, 'a string')),
  schema: (ref) => ref('id'),
};

/** An HTTP method, upper-cased because methods are compared that way. */
export const method: Kind<string> = {
  label: 'id',
  nullIsValue: false,
  read: (node, inspection) => id.read(node, inspection)?.toUpperCase(),
  schema: (ref) => ref('id'),
};

const reservedPrefix = 'fuzz.';

/** A kv key that the step writes. */
export const writtenKey: Kind<string> = {
  label: 'id',
  nullIsValue: false,
  read(node, inspection) {
    const key = id.read(node, inspection);
    if (key === undefined || !key.startsWith(reservedPrefix)) return key;
    const hint = 'the prefix `fuzz.` belongs to the fuzzer; choose another key';
    inspection.error('reserved_key', node.start, `the key ${JSON.stringify(cutValue(key))} is reserved and cannot be written`, hint);
    return undefined;
  },
  schema: (ref) => ref('writtenKey'),
};

export const bool: Kind<boolean> = {
  label: 'bool',
  nullIsValue: false,
  read: (node, inspection) => (node.kind === 'boolean' ? node.value : inspection.wrongType(node, 'true or false')),
  schema: () => ({ type: 'boolean' }),
};

/** A probability. */
export const share: Kind<number> = {
  label: 'number 0…1',
  nullIsValue: false,
  read(node, inspection) {
    if (node.kind !== 'number') return inspection.wrongType(node, 'a number from 0 to 1');
    const value = Number(node.raw);
    return value >= 0 && value <= 1 ? value : inspection.outOfRange(node, `${cutValue(node.raw)} is not between 0 and 1`);
  },
  schema: () => ({ type: 'number', minimum: 0, maximum: 1 }),
};

/** One of a few words. */
export function oneOf<const W extends string>(words: readonly W[], code: 'wrong_type' | 'suite_bad_expectation' = 'wrong_type'): Kind<W> {
  const shown = words.map((word) => `"${word}"`).join(', ');
  return {
    label: words.map((word) => `\`${word}\``).join(' or '),
    nullIsValue: false,
    read(node, inspection) {
      if (node.kind !== 'string') return inspection.wrongType(node, `one of ${shown}`);
      const word = words.find((candidate) => candidate === node.value);
      if (word !== undefined) return word;
      const close = nearest(node.value, words);
      const hint = close === undefined ? inspection.example() : `did you mean "${close}"?`;
      inspection.error(code, node.start, `expected one of ${shown}, found ${JSON.stringify(cutValue(node.value))}`, hint);
      return undefined;
    },
    schema: () => ({ enum: words }),
  };
}
