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
}

export function statusOf({ kind, title }: Pick<RawFinding, 'kind' | 'title'>): Status {
  if (kind === 'hang') return 'timeout';
  return FAILS.has(title) ? 'fail' : 'crash';
}

/** What breaks a promise rather than the program. */
const FAILS: ReadonlySet<string> = new Set([
  'property_violated',
  'nondeterministic_target',
  'global_leak',
  'prototype_pollution',
  'superlinear_time',
  'differential_mismatch',
  'split_law_violated',
  'round_trip_violated',
  'not_idempotent',
]);
