/** The small parts of reading types: literals, members of enums, dictionaries. */
import { EntriesGen, putOwn } from '../input/gen-collection.ts';
import type { Gen } from '../input/gen.ts';
import { nameOf, type Node, nodeAt, nodesAt } from './syntax.ts';

export function dictOf(key: Gen<unknown>, value: Gen<unknown>): Gen<unknown> {
  return new EntriesGen(key, value).map((entries) => {
    const dict: Record<string, unknown> = {};
    for (const [name, each] of entries) putOwn(dict, String(name), each);
    return dict;
  });
}

/** The texts that a literal, or a union of them, stands for. */
export function literalsOf(type: Node): readonly string[] {
  if (type.type === 'TSUnionType') return nodesAt(type, 'types').flatMap(literalsOf);
  const value = nameOf(nodeAt(type, 'literal'));
  return value === undefined ? [] : [value];
}

export function enumValues(node: Node): readonly unknown[] {
  let next = 0;
  const members = nodesAt(nodeAt(node, 'body') ?? node, 'members');
  return members.map((member) => {
    const initial = nodeAt(member, 'initializer');
    const value: unknown =
      initial?.type === 'UnaryExpression' ? -Number(nodeAt(initial, 'argument')?.['value']) : (initial?.['value'] ?? next);
    next = typeof value === 'number' ? value + 1 : next;
    return value;
  });
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
