/** What the doctor found: issues are wrong and have to be mended, signals only inform. */
import type { JsonObject } from '../../base/json.ts';

export interface Issue {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly details?: JsonObject;
}

export interface Signal {
  readonly source: string;
  readonly detail: string;
}
