/** What a benchmark reports: one row per measured thing, with the bar it has to meet where there is one. */
export interface Row {
  readonly name: string;
  readonly measured: number;
  readonly unit: string;
  /** The largest value that is still good. */
  readonly atMost?: number;
  /** The smallest value that is still good. */
  readonly atLeast?: number;
  /** Circumstances a reader needs to judge the number. */
  readonly note?: string;
}

/** A benchmark is a program: its rows go to stdout for run.mjs. */
export function report(rows: readonly Row[]): void {
  process.stdout.write(`${JSON.stringify(rows)}\n`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
