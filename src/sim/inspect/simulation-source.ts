/** What a simulation file names without being run: the programs of its nodes, and the packages it treats specially. */
import { literalText } from '../load/syntax.ts';
import type { ESTree, SyntaxNode } from '../load/native.ts';
import { everyNode, memberOf, methodCall } from './parse-source.ts';

export interface SimulationSource {
  /** Modules that are run as nodes, as written. */
  readonly entries: readonly string[];
  readonly external: readonly string[];
  readonly shared: readonly string[];
}

export function readSimulationSource(program: ESTree.Program): SimulationSource {
  const entries = new Set<string>();
  const external = new Set<string>();
  const shared = new Set<string>();
  for (const node of everyNode(program)) {
    const call = methodCall(node);
    if (call?.method === 'node' && call.args.length >= 2) for (const entry of texts(call.args.slice(1, 2))) entries.add(entry);
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'simulation') continue;
    const options = node.arguments[1];
    for (const name of listed(memberOf(options, 'external'))) external.add(name);
    for (const name of listed(memberOf(options, 'shared'))) shared.add(name);
  }
  return { entries: [...entries], external: [...external], shared: [...shared] };
}

function listed(node: SyntaxNode | undefined): readonly string[] {
  return node?.type === 'ArrayExpression' ? texts(node.elements) : [];
}

function texts(nodes: readonly (SyntaxNode | null)[]): readonly string[] {
  return nodes.flatMap((node) => (node === null ? [] : (literalText(node) ?? [])));
}
