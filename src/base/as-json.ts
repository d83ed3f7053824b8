/**
 * Our document types are plain data, but TypeScript does not let an interface pass as a JSON
 * object without an index signature. This is the one place where that is said.
 */
import type { Json, JsonObject } from './json.ts';

export function asJson(value: object): Json {
  // Reason for the cast: see above; callers pass documents made of JSON values only.
  return value as unknown as Json;
}

export function asJsonObject(value: object): JsonObject {
  // Reason for the cast: as in asJson, and callers never pass arrays.
  return value as unknown as JsonObject;
}
