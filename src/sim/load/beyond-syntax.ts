/** Syntax that no engine knows yet and that is not lowered here: refused where it is written, before a run stumbles over it. */
import type { FozzyError } from '../../base/problem.ts';
import { type Place, problemAt, syntaxProblem } from './load-problem.ts';
import type { Native, SyntaxNode } from './native.ts';
import { childrenOf } from './syntax.ts';

function isBeyond({ type }: SyntaxNode): boolean {
  return type === 'Decorator' || type === 'AccessorProperty';
}

export function beyondProblem(native: Native, { path, source }: Omit<Place, 'offset'>, language: 'js' | 'jsx' | 'ts' | 'tsx'): FozzyError {
  const isTyped = language === 'ts' || language === 'tsx';
  const { program } = isTyped ? native.parseTyped(path, source, language) : native.parseWritten(path, source, language);
  const node = firstBeyond(program);
  const place = { path, source, offset: node?.start ?? 0 };
  if (node?.type !== 'Decorator')
    return syntaxProblem(place, 'no version of Node knows `accessor` yet', 'run the JavaScript your compiler makes of it');
  const hint = isTyped
    ? 'set "experimentalDecorators": true in the tsconfig.json of the project, if that is how it is compiled; otherwise run the JavaScript your compiler makes of it'
    : 'run the JavaScript your compiler makes of it';
  return problemAt(place, 'no version of Node knows decorators yet, and only those of "experimentalDecorators" are lowered here', hint);
}

function firstBeyond(node: SyntaxNode): SyntaxNode | undefined {
  if (isBeyond(node)) return node;
  for (const child of childrenOf(node)) {
    const found = firstBeyond(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
