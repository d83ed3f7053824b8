/** "Did you mean …?" for commands, flags and values that do not exist. */
import { nearest } from '../base/nearest.ts';

export function didYouMean(wrong: string, known: readonly string[], spell: (word: string) => string): string | undefined {
  const proposal = nearest(wrong, known) ?? onlyContinuation(wrong, known);
  return proposal === undefined ? undefined : `did you mean ${spell(proposal)}?`;
}

/** A word cut short is no typing mistake, but just as clear where only one known word goes on like it. */
function onlyContinuation(wrong: string, known: readonly string[]): string | undefined {
  const continuations = wrong.length < 2 ? [] : known.filter((word) => word.startsWith(wrong));
  return continuations.length === 1 ? continuations[0] : undefined;
}
