/** How much a test tries. `npm run test:long` sets the factor; the laws are the same, seen more often. */
const factor = Number(process.env['FOZZY_TEST_FACTOR'] ?? '1');
if (!Number.isInteger(factor) || factor < 1) throw new Error(`FOZZY_TEST_FACTOR must be an integer from 1 on, not ${factor}`);

export function longer(count: number): number {
  return count * factor;
}

/** 1, 2, 3 and so on. */
export function seeds(count: number): readonly number[] {
  return Array.from({ length: longer(count) }, (_, at) => at + 1);
}
