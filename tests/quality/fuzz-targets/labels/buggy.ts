/** Checks host names. Planted: a label can be divided among the repetitions in more ways than there are atoms. */
export function isHost(text: string): boolean {
  return /^(?:[a-z0-9]+-?)+(?:\.[a-z]{2,})$/u.test(text);
}
