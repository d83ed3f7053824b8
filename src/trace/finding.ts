/** What is wrong with the subject: the finding record and its severity rules. */
import type { JsonObject } from '../base/json.ts';

export type FindingKind = 'assertion' | 'panic' | 'hang' | 'invariant' | 'checker' | 'target_behavior' | 'input_invalid';

export interface FindingLocation {
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
  readonly stepPath?: string;
  readonly function?: string;
  readonly details?: JsonObject;
}

export interface Finding {
  readonly kind: FindingKind;
  readonly title: string;
  readonly message: string;
  /** 16 hex digits: identity of "the same failure". */
  readonly fingerprint: string;
  readonly location?: FindingLocation;
  /** Present in aggregates, where identical findings are merged. */
  readonly occurrences?: number;
}
