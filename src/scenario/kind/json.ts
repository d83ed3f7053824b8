/** Fields that take any JSON, null included. */
import type { Json, JsonObject } from '../../base/json.ts';
import { toJson } from '../../base/json-text.ts';
import type { Kind } from '../field.ts';
import { objectOf } from '../node.ts';

const jsonValued: ReadonlySet<string> = new Set(['json', 'expect_json', 'match_json']);

/** Whether null under this key is the JSON value null. */
export function isJsonValued(key: string): boolean {
  return jsonValued.has(key);
}

export const json: Kind<Json> = {
  label: 'any JSON',
  nullIsValue: true,
  read: (node) => toJson(node),
  schema: (ref) => ref('json'),
};

export const jsonObject: Kind<JsonObject> = {
  label: 'object',
  nullIsValue: false,
  read: (node, inspection) => (node.kind === 'object' ? objectOf(node) : inspection.wrongType(node, 'an object')),
  schema: () => ({ type: 'object' }),
};
