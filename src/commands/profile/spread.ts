/** Measurements of the host, which are never the same twice. */

/** Of an even number the larger one of the two in the middle. */
export function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
