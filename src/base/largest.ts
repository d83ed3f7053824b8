/** The largest of any number of numbers: `Math.max(...list)` puts every one of them on the stack, which ends at some hundred thousand. */
export function largest(values: Iterable<number>, atLeast = 0): number {
  let most = atLeast;
  for (const value of values) if (value > most) most = value;
  return most;
}
