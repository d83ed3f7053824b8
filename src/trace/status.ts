/** What a status means for exit codes and for a group of runs. */
import type { Status } from './summary.ts';

const EXIT_CODES: Readonly<Record<Status, number>> = { pass: 0, fail: 1, error: 2, timeout: 3, crash: 4 };

export function exitCodeOf(status: Status): number {
  return EXIT_CODES[status];
}

/** From best to worst; a group is as bad as its worst member. */
const SEVERITY: readonly Status[] = ['pass', 'timeout', 'fail', 'crash', 'error'];

export function worstStatus(statuses: Iterable<Status>): Status {
  let worst = 0;
  for (const status of statuses) worst = Math.max(worst, SEVERITY.indexOf(status));
  return SEVERITY[worst] ?? 'pass';
}
