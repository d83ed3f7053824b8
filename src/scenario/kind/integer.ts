/**
 * Whole numbers. The text of the number decides, not its value: `1.0` and `1e3` are not integers,
 * and 64-bit values are never squeezed through a double.
 */
import { cutValue } from '../../base/cut-text.ts';
import type { JsonNode } from '../../base/json-text.ts';
import { canonicalI64, parseU64, renderU64 } from '../../base/u64.ts';
import type { Kind } from '../field.ts';
import type { NumberNode } from '../node.ts';
import { parseText, type Text } from '../text.ts';

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A whole number within bounds that a double holds exactly. */
export function whole(bounds: Bounds): Kind<number> {
  return {
    label: labelOf(bounds),
    nullIsValue: false,
    read(node, inspection) {
      if (node.kind !== 'number' || !isInteger(node)) return inspection.wrongType(node, 'an integer');
      const value = Number(node.raw);
      // Beyond the safe range the double is rounded, but always to the same side of these bounds.
      if (value < bounds.min) return inspection.outOfRange(node, `${cutValue(node.raw)} is smaller than ${bounds.min}`);
      if (value > bounds.max) return inspection.outOfRange(node, `${cutValue(node.raw)} is larger than ${bounds.max}`);
      return value + 0;
    },
    schema: () => ({ type: 'integer', minimum: bounds.min, maximum: bounds.max }),
  };
}

export const u53 = whole({ min: 0, max: Number.MAX_SAFE_INTEGER });
export const positive = whole({ min: 1, max: Number.MAX_SAFE_INTEGER });
export const integer = whole({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

/** Decimal text of an unsigned 64-bit integer, written as integer or as decimal string. */
export const u64: Kind<string> = {
  label: 'u64',
  nullIsValue: false,
  read(node, inspection) {
    const digits = digitsOf(node);
    if (digits === undefined) return inspection.wrongType(node, 'an unsigned 64-bit integer or its decimal string');
    const value = parseU64(digits);
    if (value === undefined) return inspection.outOfRange(node, `${cutValue(digits)} is not between 0 and 2^64-1`);
    return renderU64(value.hi, value.lo);
  },
  schema: (ref) => ref('u64'),
};

/** Operand of an integer comparison; a text with references is judged when the step runs. */
export const i64: Kind<Text> = {
  label: 'i64 or text that resolves to one',
  nullIsValue: false,
  read(node, inspection) {
    const text = node.kind === 'string' ? parseText(node.value) : undefined;
    if (typeof text === 'object') return text;
    const digits = digitsOf(node);
    if (digits === undefined)
      return inspection.wrongType(node, 'a 64-bit integer, its decimal string, or a text with ${…} that resolves to one');
    return canonicalI64(digits) ?? inspection.outOfRange(node, `${cutValue(digits)} is not between -2^63 and 2^63-1`);
  },
  schema: (ref) => ref('i64'),
};

function digitsOf(node: JsonNode): string | undefined {
  if (node.kind === 'number') return isInteger(node) ? node.raw : undefined;
  return node.kind === 'string' && /^-?[0-9]+$/.test(node.value) ? node.value : undefined;
}

function isInteger(node: NumberNode): boolean {
  return !node.raw.includes('.') && !node.raw.includes('e') && !node.raw.includes('E');
}

function labelOf(bounds: Bounds): string {
  if (bounds.min === Number.MIN_SAFE_INTEGER) return 'integer';
  if (bounds.max === Number.MAX_SAFE_INTEGER) return bounds.min === 0 ? 'u53' : `u53 ≥ ${bounds.min}`;
  return `${bounds.min}…${bounds.max}`;
}
