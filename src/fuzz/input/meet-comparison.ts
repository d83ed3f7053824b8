/**
 * Every way in which an input can come to hold what was wanted where it holds what was compared, one edit each. What is found nowhere in the
 * input, in no form, was computed, and can only be added. Where nothing was compared with something, that something goes everywhere.
 */
import type { ComparedPair } from '../hints.ts';
import { formCount, type UnitKind, writtenForm, writtenPair } from './written-forms.ts';

const PLACES_MAX = 12;
const GAPS_MAX = 40;
const GLUES_MAX = 12;
const GLUES_EVERYWHERE = 5;

/** `row` holds one unit of the input per character. */
export function meetings(row: string, pair: ComparedPair, kind: UnitKind, sizeMax: number): readonly string[] {
  const made: string[] = [];
  const put = (start: number, end: number, text: string): void => {
    if (row.length - (end - start) + text.length <= sizeMax) made.push(row.slice(0, start) + text + row.slice(end));
  };
  if (pair.actual === '') {
    const text = writtenForm(pair.wanted, 0, kind) ?? '';
    for (let at = 0; at <= Math.min(row.length, GAPS_MAX); at += 1) put(at, at, text);
    return made;
  }
  for (let form = 0; form < formCount(pair.actual, kind); form += 1) {
    const written = writtenPair(pair, form, kind);
    if (written === undefined) continue;
    const [actual, wanted] = written;
    for (const at of placesOf(row, actual)) put(at, at + actual.length, wanted);
  }
  // Code that compares without regard to case has changed what it read.
  if (made.length === 0 && typeof pair.actual === 'string' && row.length === row.toLowerCase().length) {
    const actual = pair.actual.toLowerCase();
    for (const at of placesOf(row.toLowerCase(), actual)) put(at, at + actual.length, String(pair.wanted));
  }
  return made;
}

/** What was compared stands nowhere: something was missing, and comes behind everything else, or between what is short. */
export function extensions(row: string, wanted: string, glues: readonly string[], sizeMax: number): readonly string[] {
  const made = new Set<string>();
  for (const glue of glues.slice(0, GLUES_MAX)) made.add(row + glue + wanted);
  if (row.length <= GAPS_MAX) {
    for (let at = row.length - 1; at >= 0; at -= 1)
      for (const glue of glues.slice(0, GLUES_EVERYWHERE)) made.add(row.slice(0, at) + glue + wanted + row.slice(at));
  }
  return [...made].filter(({ length }) => length <= sizeMax);
}

function placesOf(row: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = row.indexOf(text); at >= 0 && places.length < PLACES_MAX; at = row.indexOf(text, at + 1)) places.push(at);
  return places;
}
