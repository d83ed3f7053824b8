/** The decorators of a class, a member or a parameter that are calls. */
import type { SyntaxNode } from '../load/native.ts';

export interface Decoration {
  readonly name: string;
  readonly args: readonly SyntaxNode[];
}

export function decorationsOf(node: SyntaxNode): readonly Decoration[] {
  if (!('decorators' in node)) return [];
  return (node.decorators ?? []).flatMap(({ expression }) =>
    expression.type === 'CallExpression' && expression.callee.type === 'Identifier'
      ? [{ name: expression.callee.name, args: expression.arguments }]
      : [],
  );
}
