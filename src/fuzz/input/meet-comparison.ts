/**
 * Every way in which an input can come to hold what was wanted where it holds what was compared, one edit each. What is found nowhere in the
 * input, in no form, was computed, and can only be added. Where nothing was compared with something, that something goes everywhere.
 */
import type { ComparedPair } from '../hints.ts';
import { Edit } from './edit.ts';
import { formCount, type UnitKind, writtenForm, writtenPair } from './written-forms.ts';

const PLACES_MAX = 12;
const GAPS_MAX = 40;
const GLUES_MAX = 12;
const GLUES_EVERYWHERE = 5;

/** `row` holds one unit of the input per character. */
export function meetings<I>(input: I, row: string, pair: ComparedPair, kind: UnitKind, sizeMax: number): readonly Edit<I>[] {
  const made: Edit<I>[] = [];
  const put = (start: number, end: number, text: string): void => {
    if (row.length - (end - start) + text.length <= sizeMax) made.push(new Edit(input, start, end, text));
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
export function extensions<I>(input: I, row: string, wanted: string, glues: readonly string[], sizeMax: number): readonly Edit<I>[] {
  const made: Edit<I>[] = [];
  const put = (at: number, glue: string): void => {
    if (row.length + glue.length + wanted.length <= sizeMax) made.push(new Edit(input, at, at, glue + wanted));
  };
  for (const glue of glues.slice(0, GLUES_MAX)) put(row.length, glue);
  if (row.length > GAPS_MAX) return made;
  for (let at = row.length - 1; at >= 0; at -= 1) for (const glue of glues.slice(0, GLUES_EVERYWHERE)) put(at, glue);
  return made;
}

function placesOf(row: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = row.indexOf(text); at >= 0 && places.length < PLACES_MAX; at = row.indexOf(text, at + 1)) places.push(at);
  return places;
}
