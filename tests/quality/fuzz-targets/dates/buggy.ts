/** Reads `YYYY-MM-DD` and writes it as a full time. What does not look like a date is refused with `undefined`. Planted: what looks like one may be none. */
export function toTime(text: string): string | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined;
  const [year, month, day] = text.split('-').map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (Number.isNaN(year)) return undefined;
  return new Date(Date.UTC(year, month - 1, day)).toISOString();
}
