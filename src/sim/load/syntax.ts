/** Small questions about syntax trees. */
import type { ESTree, SyntaxNode } from './native.ts';

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** In the order of the source. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

/** The names a declaration or parameter introduces. */
export function boundNames(pattern: SyntaxNode, into: string[] = []): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      into.push(pattern.name);
      break;
    case 'AssignmentPattern':
      boundNames(pattern.left, into);
      break;
    case 'RestElement':
      boundNames(pattern.argument, into);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element !== null) boundNames(element, into);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties) boundNames(property.type === 'Property' ? property.value : property, into);
      break;
    default:
  }
  return into;
}

export function isStrict(body: readonly (ESTree.Directive | ESTree.Statement)[]): boolean {
  for (const statement of body) {
    if (statement.type !== 'ExpressionStatement' || typeof statement.directive !== 'string') return false;
    if (statement.directive === 'use strict') return true;
  }
  return false;
}

/** The text of a string literal, or of a template without holes. */
export function literalText(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' && node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
}

/** Exported names may be written as strings. */
export function exportedName(node: ESTree.ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name;
}
