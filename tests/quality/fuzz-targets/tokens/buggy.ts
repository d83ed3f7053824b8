/** Splits a command line, word by word, as a stream would. Planted: a word that is refused is refused where nobody waits. */
export async function tokenise(text: string): Promise<string[]> {
  const words: string[] = [];
  for (const word of text.split(' ')) {
    void keep(word, words);
  }
  await Promise.resolve();
  return words;
}

async function keep(word: string, words: string[]): Promise<void> {
  await Promise.resolve();
  if (word.startsWith('$(') && word.endsWith(')')) throw new Error('no substitution here');
  words.push(word);
}
