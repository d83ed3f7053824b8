/** The body a route seems to want: what its handlers read of it, and the schema it is checked with. */
import type { Json, JsonObject } from '../../base/json.ts';
import type { SyntaxNode } from '../load/native.ts';
import { childrenOf, literalText } from '../load/syntax.ts';
import { schemaSample } from './body-schema.ts';
import { everyNode, methodCall } from './parse-source.ts';
import { nameSample } from './plain-sample.ts';
import type { SourceFile, SourceNames } from './source-names.ts';

const FOLLOWED_MAX = 4;

export function bodySample(nodes: readonly SyntaxNode[], file: SourceFile, names: SourceNames): JsonObject {
  const members: Record<string, Json> = {};
  for (const node of nodes) {
    const handler = names.handler(node, file) ?? { node, file };
    for (const name of bodyNames(handler.node)) members[name] ??= nameSample(name);
    for (const schema of schemasIn(handler.node, handler.file, names, 0)) Object.assign(members, schema);
  }
  return members;
}

/** `req.body.amount`, `const { amount } = req.body`, `({ amount } = await c.req.json())`. */
function* bodyNames(node: SyntaxNode): Generator<string, void, void> {
  for (const inner of everyNode(node)) {
    if (inner.type === 'MemberExpression' && !inner.computed && inner.property.type === 'Identifier' && isBody(inner.object))
      yield inner.property.name;
    if (inner.type !== 'VariableDeclarator' || inner.id.type !== 'ObjectPattern' || inner.init === null || !isBody(inner.init)) continue;
    for (const property of inner.id.properties)
      if (property.type === 'Property' && property.key.type === 'Identifier') yield property.key.name;
  }
}

function isBody(node: SyntaxNode): boolean {
  if (node.type === 'AwaitExpression') return isBody(node.argument);
  if (node.type === 'LogicalExpression') return isBody(node.left);
  if (node.type === 'MemberExpression') return !node.computed && node.property.type === 'Identifier' && node.property.name === 'body';
  if (node.type === 'Identifier') return node.name === 'body';
  const call = methodCall(node);
  return call?.method === 'json' && call.args.length === 0;
}

/** What describes something else than the body. */
const OTHER_PART = /^(?:params?|query(?:string)?|search|headers?|cookies?|response|tags|security)$/iu;

function* schemasIn(node: SyntaxNode, file: SourceFile, names: SourceNames, depth: number): Generator<JsonObject, void, void> {
  if (depth > FOLLOWED_MAX || isOtherPart(node)) return;
  const found = schemaSample(node, (name) => names.value(name, file));
  if (found !== undefined) {
    yield found;
    return;
  }
  const checked = memberChecked(node);
  if (checked !== undefined) yield { [checked]: nameSample(checked) };
  const value = node.type === 'Identifier' ? names.value(node.name, file) : undefined;
  if (value?.type === 'ObjectExpression' || value?.type === 'ArrayExpression') yield* schemasIn(value, file, names, depth + 1);
  for (const child of childrenOf(node)) yield* schemasIn(child, file, names, depth);
}

function isOtherPart(node: SyntaxNode): boolean {
  if (node.type === 'Property') return node.key.type === 'Identifier' && OTHER_PART.test(node.key.name);
  const [first] = node.type === 'CallExpression' ? node.arguments : [];
  return first !== undefined && OTHER_PART.test(literalText(first) ?? '');
}

/** `body('email')` of express-validator. */
function memberChecked(node: SyntaxNode): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'body') return undefined;
  const [first] = node.arguments;
  const name = first === undefined ? undefined : literalText(first);
  return name !== undefined && /^\w+$/u.test(name) ? name : undefined;
}
