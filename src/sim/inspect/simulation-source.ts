/** What a simulation file names without being run: the programs of its nodes, and the packages it treats specially. */
import { literalText } from '../load/syntax.ts';
import type { ESTree, SyntaxNode } from '../load/native.ts';
import { everyNode, memberOf } from './parse-source.ts';

export interface SimulationSource {
  /** Modules that may be run as nodes, as written: every path of a code file in the text that is not imported. */
  readonly entries: readonly string[];
  readonly external: readonly string[];
  /** Undefined where no simulation says what it wants shared. */
  readonly shared: readonly string[] | undefined;
}

/** A node may be declared anywhere, also by a function that is handed the path. */
const CODE_PATH = /^\.{1,2}\/.*\.[cm]?[jt]sx?$/u;

export function readSimulationSource(program: ESTree.Program): SimulationSource {
  const entries = new Set<string>();
  const external = new Set<string>();
  const shared = new Set<string>();
  let saysShared = false;
  const imported = new Set<string>();
  for (const node of everyNode(program)) {
    if ((node.type === 'ImportDeclaration' && node.importKind !== 'type') || node.type === 'ImportExpression')
      imported.add(literalText(node.source) ?? '');
    const text = literalText(node);
    if (text !== undefined && CODE_PATH.test(text)) entries.add(text);
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'simulation') continue;
    const options = node.arguments[1];
    for (const name of listed(memberOf(options, 'external'))) external.add(name);
    for (const name of listed(memberOf(options, 'shared'))) shared.add(name);
    saysShared ||= memberOf(options, 'shared') !== undefined || keepsApart(memberOf(options, 'isolation'));
  }
  return {
    entries: [...entries].filter((entry) => !imported.has(entry)),
    external: [...external],
    shared: saysShared ? [...shared] : undefined,
  };
}

/** Where another tier is named nothing is shared. */
function keepsApart(isolation: SyntaxNode | undefined): boolean {
  return isolation !== undefined && literalText(isolation) !== 'shared';
}

function listed(node: SyntaxNode | undefined): readonly string[] {
  return node?.type === 'ArrayExpression' ? texts(node.elements) : [];
}

function texts(nodes: readonly (SyntaxNode | null)[]): readonly string[] {
  return nodes.flatMap((node) => (node === null ? [] : (literalText(node) ?? [])));
}
