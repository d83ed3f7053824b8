/** Adding up what belongs together. */
import { compareText } from '../../base/compare.ts';

/** The members by key, keys in the order they first appeared. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export function sumOf<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}

/** Largest first; equal ones by name, so that the order says nothing about how they were found. */
export function byWeight<T>(weightOf: (item: T) => number, nameOf: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => weightOf(b) - weightOf(a) || compareText(nameOf(a), nameOf(b));
}
