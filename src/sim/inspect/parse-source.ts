/** The syntax tree of a source file, as it was written: for looking at code without running it. */
import { extname } from 'node:path';
import { type ESTree, loadNative, type ParseResult, type SyntaxNode } from '../load/native.ts';
import { childrenOf } from '../load/syntax.ts';

const typed: Readonly<Record<string, 'ts' | 'tsx'>> = { '.ts': 'ts', '.mts': 'ts', '.cts': 'ts', '.tsx': 'tsx' };

/** Undefined when the text does not parse; whoever loads the file says why. */
export async function parseSource(path: string, source: string): Promise<ESTree.Program | undefined> {
  const native = await loadNative();
  const extension = extname(path);
  const lang = typed[extension];
  if (lang !== undefined) return faultless(native.parseTyped(path, source, lang));
  if (extension === '.jsx') return faultless(native.parseWritten(path, source, 'jsx'));
  return faultless(native.parse(path, source, 'module')) ?? faultless(native.parse(path, source, 'commonjs'));
}

function faultless({ program, errors }: ParseResult): ESTree.Program | undefined {
  return errors.length === 0 ? program : undefined;
}

/** Every node, in the order of the source. */
export function* everyNode(node: SyntaxNode): Generator<SyntaxNode, void, void> {
  yield node;
  for (const child of childrenOf(node)) yield* everyNode(child);
}

/** `object.name(…)`: the parts of a method call; undefined for anything else. */
export function methodCall(
  node: SyntaxNode,
): { readonly object: SyntaxNode; readonly method: string; readonly args: readonly SyntaxNode[] } | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed) return undefined;
  const { object, property } = node.callee;
  return property.type === 'Identifier' ? { object, method: property.name, args: node.arguments } : undefined;
}

/** The value of a property of an object literal. */
export function memberOf(node: SyntaxNode | undefined, name: string): SyntaxNode | undefined {
  if (node?.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed) continue;
    const key = property.key.type === 'Identifier' ? property.key.name : property.key.type === 'Literal' ? property.key.value : undefined;
    if (key === name) return property.value;
  }
  return undefined;
}
