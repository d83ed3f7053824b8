/** The signatures of what is called: of a function, of a method of a class, or of a method of what a factory makes. */
import type { Declared, SourceFile } from './project-types.ts';
import { nameOf, type Node, nodeAt, nodesAt } from './syntax.ts';

export interface Signature {
  readonly file: SourceFile;
  /** Has `params`. */
  readonly node: Node;
  /** The class or interface it belongs to. */
  readonly owner?: Node;
}

const DEPTH_MAX = 8;

/** Several where a function is overloaded; none where nothing is known. */
export function signaturesOf(declared: Declared, method: string | undefined, depth = 0): readonly Signature[] {
  const { file } = declared;
  const node = behind(declared.node);
  if (method === undefined) {
    const all = declared.signatures ?? [node];
    return told(all.filter(({ type }) => /Function/u.test(type))).map((each) => ({ file, node: each }));
  }
  if (depth > DEPTH_MAX) return [];
  const own = told(
    membersOf(node)
      .filter((member) => nameOf(nodeAt(member, 'key')) === method)
      .flatMap(callableOf),
  );
  if (own.length > 0) return own.map((each) => ({ file, node: each, owner: node }));
  return ownersOf(node, file).flatMap((owner) => signaturesOf(owner, method, depth + 1));
}

/** What a constant holds. */
function behind(node: Node): Node {
  const inner = node.type === 'VariableDeclarator' ? 'init' : /^TS(?:As|Satisfies)Expression$/u.test(node.type) ? 'expression' : undefined;
  const found = inner === undefined ? undefined : nodeAt(node, inner);
  return found === undefined ? node : behind(found);
}

/** Callers see the signatures that are written above an implementation, and not the implementation. */
function told(nodes: readonly Node[]): readonly Node[] {
  const bare = nodes.filter((node) => nodeAt(node, 'body') === undefined);
  return bare.length > 0 ? bare : nodes;
}

function membersOf(node: Node): readonly Node[] {
  if (node.type === 'ObjectExpression') return nodesAt(node, 'properties');
  if (node.type === 'TSTypeLiteral') return nodesAt(node, 'members');
  return /Class|TSInterfaceDeclaration/u.test(node.type) ? nodesAt(nodeAt(node, 'body'), 'body') : [];
}

function callableOf(member: Node): readonly Node[] {
  if (member.type === 'TSMethodSignature') return [member];
  const value = nodeAt(member, 'value') ?? nodeAt(member, 'typeAnnotation', 'typeAnnotation');
  return value !== undefined && /Function/u.test(value.type) ? [value] : [];
}

/** Who else may have the method: a class above, what is behind an alias, or what a factory returns. */
function ownersOf(node: Node, file: SourceFile): readonly Declared[] {
  const type = nodeAt(node, 'returnType', 'typeAnnotation') ?? nodeAt(node, 'id', 'typeAnnotation', 'typeAnnotation');
  if (type !== undefined) return typeOwner(type, file);
  if (node.type === 'TSTypeAliasDeclaration') return typeOwner(nodeAt(node, 'typeAnnotation'), file);
  if (/Class/u.test(node.type)) return valueOwner(nodeAt(node, 'superClass'), file);
  return /Function/u.test(node.type) ? returned(node).flatMap((each) => valueOwner(each, file)) : [];
}

function typeOwner(type: Node | undefined, file: SourceFile): readonly Declared[] {
  if (type?.type === 'TSTypeLiteral') return [{ file, node: type }];
  const name = nameOf(nodeAt(type, 'typeName'));
  const found = name === undefined ? undefined : file.typeOf(name);
  return found === undefined ? [] : [found];
}

function valueOwner(value: Node | undefined, file: SourceFile): readonly Declared[] {
  if (value?.type === 'ObjectExpression') return [{ file, node: value }];
  const name = nameOf(value?.type === 'NewExpression' ? nodeAt(value, 'callee') : value);
  const found = name === undefined ? undefined : file.valueOf(name);
  return found === undefined ? [] : [found];
}

function returned(node: Node): readonly Node[] {
  const body = nodeAt(node, 'body');
  if (body?.type !== 'BlockStatement')
    return body === undefined ? [] : [body.type === 'ParenthesizedExpression' ? (nodeAt(body, 'expression') ?? body) : body];
  return nodesAt(body, 'body').flatMap((statement) => (statement.type === 'ReturnStatement' ? (nodeAt(statement, 'argument') ?? []) : []));
}
