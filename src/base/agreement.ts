/** Numbers that were measured and are never the same twice. */

/** Of an even number of them the larger one in the middle. */
export function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Whether all but the smallest and the largest lie within this part of the middle one: a collection of garbage in one of them says nothing. */
export function agree(values: readonly number[], part: number): boolean {
  const inner = values.toSorted((a, b) => a - b).slice(1, -1);
  const [smallest, largest] = [inner[0], inner.at(-1)];
  return smallest !== undefined && largest !== undefined && largest - smallest <= (middleOf(values) ?? 0) * part;
}
