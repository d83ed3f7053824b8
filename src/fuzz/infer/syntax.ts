/** A parsed file, loosely: nodes by their type, members by name. What is asked for and not there is undefined, never an error. */

export interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
}

export function nodeAt(node: Node | undefined, ...path: readonly string[]): Node | undefined {
  let found: unknown = node;
  for (const member of path) found = isNode(found) ? found[member] : undefined;
  return isNode(found) ? found : undefined;
}

export function nodesAt(node: Node | undefined, member: string): readonly Node[] {
  const list = node?.[member];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** The name of an identifier, or the value of a key that is written as a literal. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (typeof node['name'] === 'string') return node['name'];
  const { value } = node;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
