/** A CSV reader. A quote that is never closed ends with the text. */
export function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') {
        cell += text[at] ?? '';
        at += 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\n') {
        cell += text[at];
        at += 1;
      }
    }
    rows.at(-1)?.push(cell);
    if (text[at] === '\n') rows.push([]);
    at += 1;
  }
  return rows;
}
