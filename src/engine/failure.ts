/** A step that did not hold, before it becomes a finding. Thrown where returning it would clutter every caller. */
import type { JsonObject } from '../base/json.ts';
import type { FindingKind } from '../trace/finding.ts';

export interface Failure {
  readonly kind: FindingKind;
  readonly title: string;
  readonly message: string;
  readonly details?: JsonObject;
}

export function failed(kind: FindingKind, title: string, message: string, details?: JsonObject): Failure {
  return details === undefined ? { kind, title, message } : { kind, title, message, details };
}

/** Carries a Failure out of text resolution and other depths of a step. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
