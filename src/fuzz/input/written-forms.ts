/**
 * The ways in which a value that the target compared may stand in its input: as it is, as a decimal or hexadecimal number, escaped for
 * JSON or a URI, and in bytes as UTF-8 or a binary integer. Replacing what stands there by what was wanted needs the same form for both.
 */
import type { ComparedPair } from '../hints.ts';
import { Buffer } from 'node:buffer';
import { flatText } from './flat-text.ts';

const TEXT_FORMS = 5;
const NUMBER_FORMS = 3;
const BINARY_FORMS = 7;

export type UnitKind = 'bytes' | 'text';

export function formCount(value: string | number, units: UnitKind): number {
  if (typeof value === 'string') return TEXT_FORMS;
  return NUMBER_FORMS + (units === 'bytes' ? BINARY_FORMS : 0);
}

/** The value in its n-th form, one unit of the input per character; undefined where it has no such form. */
export function writtenForm(value: string | number, form: number, units: UnitKind): string | undefined {
  if (typeof value === 'number') return numberForm(value, form);
  if (form === 0 && units === 'text') return value;
  const known = writtenTexts[units].get(value) ?? remember(value, units);
  return known[form];
}

/** The same few words are asked for again and again, and escaping one costs more than many executions. */
const writtenTexts: Readonly<Record<UnitKind, Map<string, readonly (string | undefined)[]>>> = { bytes: new Map(), text: new Map() };
const WRITTEN_MAX = 2048;

function remember(text: string, units: UnitKind): readonly (string | undefined)[] {
  const written = Array.from({ length: TEXT_FORMS }, (_, form) => {
    const each = textForm(text, form);
    if (each === undefined || units === 'text') return each && flatText(each);
    return Buffer.from(each, 'utf8').toString('latin1');
  });
  const known = writtenTexts[units];
  if (known.size >= WRITTEN_MAX) known.clear();
  known.set(text, written);
  return written;
}

/** Both sides of a pair in the n-th form, or undefined. */
export function writtenPair(pair: ComparedPair, form: number, units: UnitKind): readonly [string, string] | undefined {
  const actual = writtenForm(pair.actual, form, units);
  const wanted = writtenForm(pair.wanted, form, units);
  return actual === undefined || actual === '' || wanted === undefined ? undefined : [actual, wanted];
}

function textForm(text: string, form: number): string | undefined {
  switch (form) {
    case 0:
      return text;
    case 1:
      return JSON.stringify(text).slice(1, -1);
    case 2:
      return uriForm(text);
    case 3:
      return Buffer.from(text, 'utf8').toString('hex');
    default:
      return text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase();
  }
}

/** Lone surrogates have no such form. */
function uriForm(text: string): string | undefined {
  try {
    return encodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function numberForm(value: number, form: number): string | undefined {
  if (form === 0) return Object.is(value, -0) ? '-0' : String(value);
  if (!Number.isSafeInteger(value)) return undefined;
  if (form === 1) return value.toString(16);
  // A number compared with a code unit stands in the input as that character.
  if (form === 2) return value >= 0 && value <= 0xffff ? String.fromCharCode(value) : undefined;
  return binaryForm(value, form - NUMBER_FORMS);
}

const WIDTHS = [1, 2, 2, 4, 4, 8, 8] as const;

function binaryForm(value: number, form: number): string | undefined {
  const width = WIDTHS[form];
  if (width === undefined || value >= 2 ** (8 * width) || value < -(2 ** (8 * width - 1))) return undefined;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  const little = bytes.subarray(0, width);
  return (form % 2 === 0 && width > 1 ? little.reverse() : little).toString('latin1');
}
