/** A repeated key would silently hide one of two values; it is a mistake anywhere in the file, JSON values included. */
import { cutValue } from '../base/cut-text.ts';
import type { JsonMember, JsonNode } from '../base/json-text.ts';
import type { Inspection } from './inspection.ts';
import type { ObjectNode } from './node.ts';

export function checkDuplicateKeys(node: JsonNode, inspection: Inspection): void {
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) {
      if (item.kind !== 'array' && item.kind !== 'object') continue;
      inspection.enter(index);
      checkDuplicateKeys(item, inspection);
      inspection.leave();
    }
  }
  if (node.kind === 'object') checkMembers(node, inspection);
}

function checkMembers(node: ObjectNode, inspection: Inspection): void {
  const isRepeated = repetitionIn(node.members);
  for (const [index, { key, keyStart, value }] of node.members.entries()) {
    const repeated = isRepeated(key, index);
    if (!repeated && value.kind !== 'array' && value.kind !== 'object') continue;
    inspection.enter(key);
    if (repeated)
      inspection.error('duplicate_key', keyStart, `the key ${JSON.stringify(cutValue(key))} is repeated`, 'keep one of the two');
    checkDuplicateKeys(value, inspection);
    inspection.leave();
  }
}

/** Steps have a handful of keys, and comparing those is cheaper than hashing them. */
const comparedMax = 12;

function repetitionIn(members: readonly JsonMember[]): (key: string, index: number) => boolean {
  if (members.length <= comparedMax) return (key, index) => members.findIndex((member) => member.key === key) < index;
  const seen = new Set<string>();
  return (key) => {
    const repeated = seen.has(key);
    seen.add(key);
    return repeated;
  };
}
