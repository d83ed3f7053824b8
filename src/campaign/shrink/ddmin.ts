/**
 * Delta debugging over a list: remove large pieces first, then smaller ones, then single elements.
 * What comes last is tried first, because later elements usually depend on earlier ones.
 */
import type { Search } from './pass.ts';

/** `without` builds the candidate that lacks the given elements, or undefined where there is none. */
export function* ddmin<C, E>(from: C, elements: readonly E[], without: (current: C, removed: readonly E[]) => C | undefined): Search<C> {
  let current = from;
  let left = elements;
  for (let size = left.length; size >= 1; size = nextSize(size, left.length)) {
    for (let end = left.length; end > 0; end -= size) {
      const start = Math.max(0, end - size);
      const candidate = without(current, left.slice(start, end));
      const kept = candidate === undefined ? undefined : yield candidate;
      if (kept === undefined) continue;
      current = kept;
      left = [...left.slice(0, start), ...left.slice(end)];
    }
  }
  return current;
}

/** Halves, but never stays larger than what is left; 0 after single elements. */
function nextSize(size: number, left: number): number {
  return size === 1 ? 0 : Math.max(1, Math.min(Math.ceil(size / 2), left));
}
