/** What the evaluators are held against: products first, then sums, over a list. */
export function evaluate(text: string): number {
  if (!/^\d(?:[-+*]\d)*$/.test(text)) return Number.NaN;
  return text
    .replaceAll('-', '+-')
    .split('+')
    .map((term) => term.split('*').reduce((product, factor) => product * Number(factor), 1))
    .reduce((sum, term) => sum + term, 0);
}
