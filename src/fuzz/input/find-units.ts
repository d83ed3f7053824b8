/** Where a text stands in a row of units: the next place at or behind `from`, going round at the end; -1 if there is none. */
export function findUnits(units: Uint16Array, length: number, text: string, from: number): number {
  const places = length - text.length + 1;
  if (places <= 0) return -1;
  const start = from % places;
  const behind = findBetween(units, text, start, places);
  return behind >= 0 ? behind : findBetween(units, text, 0, start);
}

function findBetween(units: Uint16Array, text: string, from: number, end: number): number {
  const { length } = text;
  const first = text.charCodeAt(0);
  for (let at = from; at < end; at += 1) {
    if (units[at] !== first) continue;
    let matched = 1;
    while (matched < length && units[at + matched] === text.charCodeAt(matched)) matched += 1;
    if (matched === length) return at;
  }
  return -1;
}

export function isDigit(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 48 && unit <= 57;
}
