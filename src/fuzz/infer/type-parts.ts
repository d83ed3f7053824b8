/** The small parts of reading types: literals, members of enums, dictionaries, values that types are made of. */
import { EntriesGen, PickGen, putOwn } from '../input/gen-collection.ts';
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

/** One of these, or what is never there. */
export function pickOf(values: readonly unknown[]): Gen<unknown> {
  return new PickGen(values.length === 0 ? [undefined] : values);
}

export function withoutParentheses(type: Node | undefined): Node | undefined {
  return type?.type === 'TSParenthesizedType' ? withoutParentheses(nodeAt(type, 'typeAnnotation')) : type;
}

/** The value of an expression of literals, `as const` or not; undefined for anything else, wherever it stands. */
export function writtenValue(node: Node | undefined): unknown {
  switch (node?.type) {
    case 'Literal':
      return node['value'] ?? undefined;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return writtenValue(nodeAt(node, 'expression'));
    case 'ArrayExpression': {
      const items = nodesAt(node, 'elements').map(writtenValue);
      return items.includes(undefined) ? undefined : items;
    }
    case 'ObjectExpression': {
      const entries = nodesAt(node, 'properties').map(
        (each) => [nameOf(nodeAt(each, 'key')), writtenValue(nodeAt(each, 'value'))] as const,
      );
      return entries.some(([key, value]) => key === undefined || value === undefined) ? undefined : Object.fromEntries(entries);
    }
    default:
      return undefined;
  }
}
