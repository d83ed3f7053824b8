/** Evaluates sums and products of digits, `1+2*3`. Anything else is NaN. */
export function evaluate(text: string): number {
  if (!/^\d(?:[-+*]\d)*$/.test(text)) return Number.NaN;
  let sum = 0;
  let sign = 1;
  let product = Number(text[0]);
  for (let at = 1; at < text.length; at += 2) {
    const operand = Number(text[at + 1]);
    if (text[at] === '*') {
      product *= operand;
      continue;
    }
    sum += sign * product;
    sign = text[at] === '-' ? -1 : 1;
    product = operand;
  }
  return sum + sign * product;
}
