/** The price of an order. A discount never makes it negative. */
export interface Line {
  readonly price: number;
  readonly count: number;
}

export function total(lines: readonly Line[], discount: number): number {
  const sum = lines.reduce((before, { price, count }) => before + price * count, 0);
  const left = sum - (lines.length > 2 ? discount * lines.length : 0);
  return left > 0 ? left : 0;
}

export function isNeverNegative(lines: readonly Line[], discount: number): boolean {
  return total(lines, discount) >= 0;
}
