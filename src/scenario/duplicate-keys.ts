/** A repeated key would silently hide one of two values; it is a mistake anywhere in the file, JSON values included. */
import { cutValue } from '../base/cut-text.ts';
import type { JsonNode } from '../base/json-text.ts';
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
  const seen = new Set<string>();
  for (const { key, keyStart, value } of node.members) {
    const repeated = seen.has(key);
    seen.add(key);
    if (!repeated && value.kind !== 'array' && value.kind !== 'object') continue;
    inspection.enter(key);
    if (repeated)
      inspection.error('duplicate_key', keyStart, `the key ${JSON.stringify(cutValue(key))} is repeated`, 'keep one of the two');
    checkDuplicateKeys(value, inspection);
    inspection.leave();
  }
}
