/** Cuts what is blank off the ends of lines. Planted: the expression tries every blank as the first of the last ones. */
export function cut(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/[ \t]+$/u, ''))
    .join('\n');
}
