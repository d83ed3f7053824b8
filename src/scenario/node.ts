/** Short names for the nodes of a parsed JSON text that readers ask for. */
import type { JsonObject } from '../base/json.ts';
import { type JsonMember, type JsonNode, toJson } from '../base/json-text.ts';

export type ObjectNode = Extract<JsonNode, { readonly kind: 'object' }>;
export type StringNode = Extract<JsonNode, { readonly kind: 'string' }>;
export type NumberNode = Extract<JsonNode, { readonly kind: 'number' }>;

export function memberOf(node: JsonNode, key: string): JsonMember | undefined {
  return node.kind === 'object' ? node.members.find((member) => member.key === key) : undefined;
}

export function objectOf(node: ObjectNode): JsonObject {
  // toJson maps an object node to an object, which its signature for any node cannot say.
  return toJson(node) as JsonObject;
}
