/** Looking into documents whose shape nobody has checked yet. */
import { isArray } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** The list with every object in it replaced; anything else is left for the check of the shape. */
export function mapObjects(value: Json | undefined, change: (object: JsonObject) => JsonObject): Json | undefined {
  if (value === undefined || !isArrayValue(value)) return value;
  return value.map((item) => (isObject(item) ? change(item) : item));
}

/** The object with one member replaced, if both are there. */
export function changeMember(object: JsonObject, key: string, change: (value: Json) => Json): JsonObject {
  const value = object[key];
  return value === undefined ? object : { ...object, [key]: change(value) };
}

function isArrayValue(value: Json): value is readonly Json[] {
  return isArray(value);
}
