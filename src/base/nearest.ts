/** The word a person probably meant: "did you mean ...?" for keys, step types, flags and references. */

/**
 * The closest candidate within a third of the word's length (at least one edit), the first of equals.
 * An edit inserts, deletes or replaces a character or swaps two neighbours; all capitals of a word are one edit.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bound = Math.max(1, Math.floor(word.length / 3));
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > bound) continue;
    const distance = Math.min(editDistance(word, candidate), editDistance(word.toLowerCase(), candidate) + 1);
    if (distance > bound) continue;
    best = candidate;
    bound = distance - 1;
    if (bound < 0) break;
  }
  return best;
}

/** Optimal string alignment distance, three rows at a time. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
