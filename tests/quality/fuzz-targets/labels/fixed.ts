/** Checks host names. Every label can be read in one way only. */
export function isHost(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]{2,})$/u.test(text);
}
