/** From an offset in a text to the line and column a person sees in an editor. */
export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
}

export interface LineIndex {
  /** Offsets beyond the text are taken as its end. */
  at(offset: number): Position;
}

/** One scan up front, then a binary search per lookup. A line ends at its line feed. */
export function lineIndex(text: string): LineIndex {
  const starts = [0];
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) starts.push(feed + 1);
  return {
    at(offset) {
      const place = Math.min(Math.max(offset, 0), text.length);
      const line = lastAtOrBefore(starts, place);
      return { line: line + 1, column: place - (starts[line] ?? 0) + 1 };
    },
  };
}

function lastAtOrBefore(starts: readonly number[], place: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
