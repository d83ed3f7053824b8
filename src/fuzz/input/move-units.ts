/** Copies and moves of units. Up to here a loop costs less than the call that moves whole stretches. */
const SHORT_MAX = 96;

/** What stood from `from` on stands from `to` on; both stretches may overlap. */
export function moveUnits(units: Uint16Array, to: number, from: number, count: number): void {
  if (count > SHORT_MAX) units.copyWithin(to, from, from + count);
  else if (to < from) for (let at = 0; at < count; at += 1) units[to + at] = units[from + at] ?? 0;
  else for (let at = count - 1; at >= 0; at -= 1) units[to + at] = units[from + at] ?? 0;
}

/** `count` units of one row, from `start` on, in another, from `at` on. */
export function copyUnits(from: Uint8Array | Uint16Array, start: number, to: Uint16Array, at: number, count: number): void {
  if (count > SHORT_MAX) to.set(count === from.length ? from : from.subarray(start, start + count), at);
  else for (let next = 0; next < count; next += 1) to[at + next] = from[start + next] ?? 0;
}
