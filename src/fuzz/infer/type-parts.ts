/** The small parts of reading types: literals, members of enums, dictionaries, values that types are made of. */
import { EntriesGen, PickGen, putOwn, TupleGen } from '../input/gen-collection.ts';
import { AnythingGen } from '../input/gen-json.ts';
import type { Gen } from '../input/gen.ts';
import { nameOf, type Node, nodeAt, nodesAt } from './syntax.ts';

export function dictOf(key: Gen<unknown>, value: Gen<unknown>): Gen<unknown> {
  return new EntriesGen(key, value).map((entries) => {
    const dict: Record<string, unknown> = {};
    for (const [name, each] of entries) putOwn(dict, String(name), each);
    return dict;
  });
}

/**
 * A value that is all of them: objects are put together, and a text that is to be an object as well is a text with a mark that only the compiler
 * sees. Any value will do where nothing is said about a part.
 */
export function intersectionOf(parts: readonly Gen<unknown>[]): Gen<unknown> {
  const told = parts.filter((part) => !(part instanceof AnythingGen));
  return new TupleGen(told).map((values) => {
    const plain = values.find((value) => !isRecord(value));
    if (plain !== undefined || values.includes(undefined)) return plain;
    const joined: Record<string, unknown> = {};
    for (const value of values) for (const [name, each] of Object.entries(value as object)) putOwn(joined, name, each); // only records are left
    return joined;
  });
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** `Exclude` and `Extract`, of texts. */
export function chosen(from: Gen<unknown>, names: readonly string[], isKept: boolean): Gen<unknown> {
  return from.filter((value) => names.includes(String(value)) === isKept);
}

/** The texts that a literal, or a union of them, stands for. */
export function literalsOf(type: Node): readonly string[] {
  if (type.type === 'TSUnionType') return nodesAt(type, 'types').flatMap(literalsOf);
  const value = nameOf(nodeAt(type, 'literal'));
  return value === undefined ? [] : [value];
}

export function enumValues(node: Node): readonly unknown[] {
  let next = 0;
  const known = new Map<string, unknown>();
  const members = nodesAt(nodeAt(node, 'body') ?? node, 'members');
  return members.map((member) => {
    const initial = nodeAt(member, 'initializer');
    const value = initial === undefined ? next : constantOf(initial, known);
    known.set(nameOf(nodeAt(member, 'id')) ?? '', value);
    next = typeof value === 'number' ? value + 1 : next;
    return value;
  });
}

/** The value of a member of an enum: `1 << 3`, `Read | Write`, `-1`, `'a'`. */
function constantOf(node: Node | undefined, known: ReadonlyMap<string, unknown>): unknown {
  switch (node?.type) {
    case 'ParenthesizedExpression':
      return constantOf(nodeAt(node, 'expression'), known);
    case 'Identifier':
      return known.get(nameOf(node) ?? '');
    case 'MemberExpression':
      return known.get(nameOf(nodeAt(node, 'property')) ?? '');
    case 'UnaryExpression': {
      const value = Number(constantOf(nodeAt(node, 'argument'), known));
      return node['operator'] === '-' ? -value : node['operator'] === '~' ? ~value : value;
    }
    case 'BinaryExpression':
      return calculated(String(node['operator']), constantOf(nodeAt(node, 'left'), known), constantOf(nodeAt(node, 'right'), known));
    case 'TemplateLiteral':
      return nodesAt(node, 'quasis')
        .map((quasi) => String(Reflect.get(Object(quasi['value']), 'cooked')))
        .join('');
    default:
      return node?.['value'];
  }
}

function calculated(operator: string, left: unknown, right: unknown): unknown {
  const [a, b] = [Number(left), Number(right)];
  switch (operator) {
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '|':
      return a | b;
    case '&':
      return a & b;
    case '^':
      return a ^ b;
    case '*':
      return a * b;
    case '-':
      return a - b;
    default:
      return typeof left === 'string' || typeof right === 'string' ? `${String(left)}${String(right)}` : a + b;
  }
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
