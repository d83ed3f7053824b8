/** A field of an event or record as text; anything else is shown as JSON, so that a wrong type is seen. */
import type { Json } from '../../src/base/json.ts';
import { canonicalJson } from '../../src/base/canonical-json.ts';

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : canonicalJson(value ?? null);
}
