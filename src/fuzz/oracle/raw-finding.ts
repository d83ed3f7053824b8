/** Something an execution of a target showed, before it has a place in a report: what happened, and which failures are the same one. */
import type { FindingKind } from '../../trace/finding.ts';
import type { Status } from '../../trace/summary.ts';

export interface RawFinding {
  readonly kind: FindingKind;
  readonly title: string;
  readonly message: string;
  /** The same for what is the same failure: error class, message without its particulars, place, causes. */
  readonly bucket: string;
  /** With the user's lines. */
  readonly stack?: string;
  /** Further figures, such as a fitted exponent. */
  readonly details?: { readonly [key: string]: string | number | boolean };
  /** Told only if it is seen again: the machine may have been too busy to say. */
  readonly isDoubtful?: true;
  /** Of a scenario or simulation: how its run ended. */
  readonly status?: Status;
}

/** Failures with the same key are one failure. */
export function keyOf({ title, bucket }: Pick<RawFinding, 'title' | 'bucket'>): string {
  return `${title}\n${bucket}`;
}

export function statusOf({ kind, title, status }: Pick<RawFinding, 'kind' | 'title' | 'status'>): Status {
  if (status !== undefined) return status;
  if (kind === 'hang') return 'timeout';
  return FAILS.has(title) ? 'fail' : 'crash';
}

/** What breaks a promise rather than the program. */
const FAILS: ReadonlySet<string> = new Set([
  'property_violated',
  'nondeterministic_result',
  'global_leak',
  'prototype_pollution',
  'super_linear_time',
  'differential_mismatch',
  'split_law_violated',
  'round_trip_violated',
  'not_idempotent',
]);
