/** The distinct words of a text. Words are looked up in a set. */
export function unique(text: string): number {
  const words = new Set<string>();
  let word = '';
  for (const character of `${text} `) {
    if (character !== ' ' && character !== ',') {
      word += character;
      continue;
    }
    if (word !== '' || character === ',') words.add(`${word}${words.size}`);
    word = '';
  }
  return words.size;
}
