/** Counts the words of a text, with a cache of what was really asked. */
const seen = new Map<string, number>();

export function words(text: string): number {
  const known = seen.get(text);
  if (known !== undefined) return known;
  const count = text.split(' ').filter((word) => word !== '').length;
  if (seen.size < 100) seen.set(text, count);
  return count;
}
