/** Counts the words of a text, with a cache. Planted: the answer depends on what was asked before. */
const seen = new Map<number, number>();

export function words(text: string): number {
  const known = seen.get(text.length);
  if (known !== undefined && text.includes(' ')) return known;
  const count = text.split(' ').filter((word) => word !== '').length;
  seen.set(text.length, count + 1);
  return count;
}
