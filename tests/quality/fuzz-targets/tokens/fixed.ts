/** Splits a command line, word by word, as a stream would. A word that is refused refuses the whole line. */
export async function tokenise(text: string): Promise<string[]> {
  const words: string[] = [];
  for (const word of text.split(' ')) {
    await keep(word, words);
  }
  await Promise.resolve();
  return words;
}

async function keep(word: string, words: string[]): Promise<void> {
  await Promise.resolve();
  if (word.startsWith('$(') && word.endsWith(')')) return;
  words.push(word);
}
