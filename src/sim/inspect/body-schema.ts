/**
 * What a request body may look like, read from the schema a route checks it with: `z.object({…})`, `Joi.object({…})`, `Type.Object({…})`, a JSON
 * schema. Whatever cannot be read from its syntax is left to the name of the member.
 */
import type { Json, JsonObject } from '../../base/json.ts';
import { literalText } from '../load/syntax.ts';
import type { ESTree, SyntaxNode } from '../load/native.ts';
import { memberOf, methodCall } from './parse-source.ts';
import { literalValue, nameSample, plainSample } from './plain-sample.ts';

/** Finds the value of a name, wherever it is declared. */
export type FindValue = (name: string) => SyntaxNode | undefined;

const OBJECT_CALL = /^(?:strict|loose)?object$|^keys$|^shape$/iu;
const DEPTH_MAX = 6;

/** The members of a body that satisfies the schema; undefined for anything that is no schema of an object. */
export function schemaSample(node: SyntaxNode | null | undefined, find: FindValue, depth = 0): JsonObject | undefined {
  if (node === null || node === undefined || depth > DEPTH_MAX) return undefined;
  if (node.type === 'Identifier') return schemaSample(find(node.name), find, depth + 1);
  if (node.type === 'ObjectExpression') {
    const properties = memberOf(node, 'properties');
    return properties?.type === 'ObjectExpression' ? membersOf(properties, find, depth) : undefined;
  }
  const shape = chainOf(node).find(({ method, args: [first] }) => OBJECT_CALL.test(method) && first?.type === 'ObjectExpression');
  const [members] = shape?.args ?? [];
  return members?.type === 'ObjectExpression' ? membersOf(members, find, depth) : undefined;
}

function membersOf(node: ESTree.ObjectExpression, find: FindValue, depth: number): JsonObject {
  const members: Record<string, Json> = {};
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed) continue;
    const key = property.key.type === 'Identifier' ? property.key.name : literalText(property.key);
    if (key !== undefined) members[key] = valueSample(property.value, find, depth + 1) ?? nameSample(key);
  }
  return members;
}

interface Link {
  readonly method: string;
  readonly args: readonly SyntaxNode[];
}

/** `z.string().min(3).email()`: the calls of a chain, the first one first. */
function chainOf(node: SyntaxNode): readonly Link[] {
  const call = methodCall(node);
  return call === undefined ? [] : [...chainOf(call.object), { method: call.method, args: call.args }];
}

function valueSample(node: SyntaxNode, find: FindValue, depth: number): Json | undefined {
  if (depth > DEPTH_MAX) return undefined;
  const whole = schemaSample(node, find, depth);
  if (whole !== undefined) return whole;
  if (node.type === 'Identifier') {
    const value = find(node.name);
    return value === undefined ? undefined : valueSample(value, find, depth + 1);
  }
  return node.type === 'ObjectExpression' ? jsonSchemaSample(node, find, depth) : chainSample(chainOf(node), find, depth);
}

function jsonSchemaSample(node: ESTree.ObjectExpression, find: FindValue, depth: number): Json | undefined {
  const choices = memberOf(node, 'enum');
  const [choice] = choices?.type === 'ArrayExpression' ? choices.elements : [];
  const fixed = memberOf(node, 'const') ?? choice ?? memberOf(node, 'default');
  if (fixed !== undefined && fixed !== null) return literalValue(fixed);
  const text = (name: string) => literalText(memberOf(node, name) ?? node) ?? '';
  if (text('type') === 'array') {
    const items = memberOf(node, 'items');
    const item = items === undefined ? undefined : valueSample(items, find, depth + 1);
    return item === undefined ? [] : [item];
  }
  return plainSample([text('type'), text('format')], numberOf(memberOf(node, 'minimum') ?? memberOf(node, 'minLength')));
}

function chainSample(chain: readonly Link[], find: FindValue, depth: number): Json | undefined {
  const methods = chain.map(({ method }) => method.toLowerCase());
  for (const { method, args } of chain) {
    const [first] = args;
    if (first === undefined) continue;
    if (/^(?:literal|valid|equal)$/iu.test(method)) return literalValue(first);
    if (/^(?:enum|picklist)$/iu.test(method)) return first.type === 'ArrayExpression' ? literalValue(first.elements[0]) : undefined;
    if (/^(?:array|items)$/iu.test(method)) {
      const item = valueSample(first, find, depth + 1);
      return item === undefined ? [] : [item];
    }
    if (/^(?:optional|nullable|nullish|partial)$/iu.test(method)) return valueSample(first, find, depth + 1);
  }
  const least = chain.find(({ method }) => /^(?:min|gte|minlength)$/iu.test(method))?.args[0];
  return methods.includes('array') ? [] : plainSample(methods, numberOf(least));
}

function numberOf(node: SyntaxNode | undefined): number {
  return node?.type === 'Literal' && typeof node.value === 'number' ? node.value : 0;
}
