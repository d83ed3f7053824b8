/** Evaluates sums and products of digits, `1+2*3`. Anything else is NaN. Planted: a minus behind a product binds the wrong way. */
export function evaluate(text: string): number {
  if (!/^\d(?:[-+*]\d)*$/.test(text)) return Number.NaN;
  let sum = 0;
  let sign = 1;
  let product = Number(text[0]);
  let isProduct = false;
  for (let at = 1; at < text.length; at += 2) {
    const operand = Number(text[at + 1]);
    if (text[at] === '*') {
      product *= operand;
      isProduct = true;
      continue;
    }
    sum += sign * product;
    sign = text[at] === '-' && !isProduct ? -1 : 1; // the planted mistake: after a product every sign is a plus
    product = operand;
    isProduct = false;
  }
  return sum + sign * product;
}
