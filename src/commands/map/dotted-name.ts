/** Names as they are written: `pool`, `fs.promises.readFile`, `this.pool.query`. */
import type { SyntaxNode } from '../../sim/load/native.ts';

/** Dotted, as far as it is a plain name. */
export function nameOf(node: SyntaxNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type !== 'MemberExpression') return '';
  const { property } = node;
  const last = !node.computed && (property.type === 'Identifier' || property.type === 'PrivateIdentifier') ? property.name : '';
  return `${nameOf(node.object)}.${last}`;
}

export function rootOf(name: string): string {
  return parts(name, 1);
}

export function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** `this.pool` of `this.pool.query`; nothing of what is no member of `this`. */
export function memberOfThis(name: string): string | undefined {
  return name.startsWith('this.') ? parts(name, 2) : undefined;
}

function parts(name: string, count: number): string {
  return name.split('.', count).join('.');
}
