/** The one order of texts in Fozzy: by UTF-16 code units, so that no locale can change a result. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
