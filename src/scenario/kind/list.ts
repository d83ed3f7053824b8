/** Arrays of one kind. */
import type { Kind } from '../field.ts';

export function listOf<T>(kind: Kind<T>): Kind<readonly T[]> {
  return {
    label: `[${kind.label}]`,
    nullIsValue: false,
    read(node, inspection) {
      if (node.kind !== 'array') return inspection.wrongType(node, 'an array');
      const items: T[] = [];
      for (const [index, item] of node.items.entries()) {
        inspection.enter(index);
        const value = kind.read(item, inspection);
        inspection.leave();
        if (value !== undefined) items.push(value);
      }
      return items.length === node.items.length ? items : undefined;
    },
    schema: (ref) => ({ type: 'array', items: kind.schema(ref) }),
  };
}
