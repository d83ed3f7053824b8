/** The price of an order. Planted: a discount is taken from every line, also from those that are free, so a total can be negative. */
export interface Line {
  readonly price: number;
  readonly count: number;
}

export function total(lines: readonly Line[], discount: number): number {
  const sum = lines.reduce((before, { price, count }) => before + price * count, 0);
  return sum - (lines.length > 2 ? discount * lines.length : 0);
}

export function isNeverNegative(lines: readonly Line[], discount: number): boolean {
  return total(lines, discount) >= 0;
}
