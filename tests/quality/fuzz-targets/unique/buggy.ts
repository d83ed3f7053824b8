/** The distinct words of a text. Planted: every word is looked for among all that came before. */
export function unique(text: string): number {
  const words: string[] = [];
  let word = '';
  for (const character of `${text} `) {
    if (character !== ' ' && character !== ',') {
      word += character;
      continue;
    }
    if (word !== '' || character === ',') keep(words, `${word}${words.length}`);
    word = '';
  }
  return words.length;
}

function keep(words: string[], word: string): void {
  for (const known of words) if (known === word) return;
  words.push(word);
}
