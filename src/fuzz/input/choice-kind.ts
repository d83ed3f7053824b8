/**
 * The kinds of draws an input is made of. A draw lies in a sequence as a word (its kind, and a detail that belongs to it) and three
 * numbers: what was drawn, and the bounds it was drawn from.
 */
export const ChoiceKind = {
  boolean: 0,
  /** Bounds are the least and the greatest value; simplest is the one nearest to 0. */
  integer: 1,
  /** One of so many alternatives, the simplest first. */
  index: 2,
  /** The detail says which of NaN and the infinities are allowed. */
  float: 3,
  /** The value is a place among the objects of the sequence; bounds are those of the length. */
  bytes: 4,
  /** Like bytes; the detail is the number of the alphabet. */
  text: 5,
  /** Only in edited sequences: whatever is asked for here is drawn anew. */
  hole: 6,
} as const;

export type ChoiceKind = (typeof ChoiceKind)[keyof typeof ChoiceKind];

const KIND_BITS = 3;

export function choiceWord(kind: ChoiceKind, detail: number): number {
  return (detail << KIND_BITS) | kind;
}

export function kindOfWord(word: number): ChoiceKind {
  // Words are made by choiceWord and by the decoder, which knows the kinds.
  return (word & ((1 << KIND_BITS) - 1)) as ChoiceKind;
}

export function detailOfWord(word: number): number {
  return word >> KIND_BITS;
}

export const FloatDetail = { nan: 1, infinity: 2 } as const;

/** The simplest value an integer or float can have between its bounds. */
export function nearestToZero(low: number, high: number): number {
  if (low > 0) return low;
  return high < 0 ? high : 0;
}
