/** How a status looks: its label and the colour that goes with it, the same in every text. */
import { unreachable } from '../base/assert.ts';
import type { Status, TestResult } from '../trace/summary.ts';
import type { Paint } from './paint.ts';

export type AnyStatus = Status | TestResult['status'];

export function statusLabel(status: AnyStatus): string {
  return status === 'not_run' ? 'NOT RUN' : status.toUpperCase();
}

export function statusPaint(status: AnyStatus, paint: Paint): (text: string) => string {
  switch (status) {
    case 'pass':
      return paint.green;
    case 'timeout':
      return paint.yellow;
    case 'skipped':
    case 'not_run':
      return paint.dim;
    case 'fail':
    case 'error':
    case 'crash':
      return paint.red;
    default:
      return unreachable(status);
  }
}

export function isExecuted(result: TestResult): boolean {
  return result.status !== 'skipped' && result.status !== 'not_run';
}

/** One sentence about a scenario that did not end as its file or suite says it should. */
export function expectationText(result: TestResult): string {
  return result.expected === 'pass' ? '' : `expected ${result.expected}, got ${result.status}`;
}
