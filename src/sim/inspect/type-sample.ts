/** A value of a type that is written down: a class with or without decorators that check it, an interface, an alias. */
import type { Json, JsonObject } from '../../base/json.ts';
import { literalText } from '../load/syntax.ts';
import type { ESTree, SyntaxNode } from '../load/native.ts';
import { decorationsOf } from './decorations.ts';
import { literalValue, nameSample, plainSample } from './plain-sample.ts';
import type { SourceFile, SourceNames } from './source-names.ts';

/** Where a type is read: names mean what they mean in this file. */
export interface TypeScope {
  readonly file: SourceFile;
  readonly names: SourceNames;
  readonly depth: number;
}

const DEPTH_MAX = 5;

/** Undefined where the type says nothing that a name would not say as well. */
export function typeSample(type: SyntaxNode | null | undefined, scope: TypeScope): Json | undefined {
  if (type === null || type === undefined || scope.depth > DEPTH_MAX) return undefined;
  switch (type.type) {
    case 'TSNumberKeyword':
      return 1;
    case 'TSBooleanKeyword':
      return true;
    case 'TSLiteralType':
      return literalValue(type.literal);
    case 'TSUnionType':
      return type.types.map((each) => typeSample(each, scope)).find((value) => value !== undefined);
    case 'TSArrayType': {
      const item = typeSample(type.elementType, deeper(scope));
      return item === undefined ? [] : [item];
    }
    case 'TSTypeLiteral':
      return membersOf(type.members, scope);
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier' ? namedSample(type.typeName.name, scope) : undefined;
    default:
      return undefined;
  }
}

function namedSample(name: string, scope: TypeScope): Json | undefined {
  const found = scope.names.type(name, scope.file);
  if (found === undefined) return undefined;
  const there = { ...deeper(scope), file: found.file };
  const { node } = found;
  if (node.type === 'TSTypeAliasDeclaration') return typeSample(node.typeAnnotation, there);
  if (node.type === 'TSInterfaceDeclaration') return membersOf(node.body.body, there);
  if (node.type === 'TSEnumDeclaration') return literalValue(node.body.members[0]?.initializer) ?? 0;
  return node.type === 'ClassDeclaration' ? { ...inherited(node, there), ...membersOf(node.body.body, there) } : undefined;
}

/** `class A extends B`, and `extends PartialType(B)`, which makes a class of another one. */
function inherited({ superClass }: ESTree.Class, scope: TypeScope): JsonObject {
  const base = superClass?.type === 'CallExpression' ? superClass.arguments[0] : superClass;
  const sample = base?.type === 'Identifier' ? namedSample(base.name, scope) : undefined;
  return isMembers(sample) ? sample : {};
}

function membersOf(list: readonly SyntaxNode[], scope: TypeScope): JsonObject {
  const members: Record<string, Json> = {};
  for (const member of list) {
    if (member.type !== 'PropertyDefinition' && member.type !== 'TSPropertySignature') continue;
    if (member.computed || member.static) continue;
    const name = member.key.type === 'Identifier' ? member.key.name : literalText(member.key);
    if (name === undefined) continue;
    members[name] = checkedSample(member) ?? typeSample(member.typeAnnotation?.typeAnnotation, deeper(scope)) ?? nameSample(name);
  }
  return members;
}

/** `@IsEmail()`, `@IsIn(['a', 'b'])`, `@IsInt() @Min(3)` of class-validator. */
function checkedSample(member: SyntaxNode): Json | undefined {
  const decorations = decorationsOf(member);
  const choices = decorations.find(({ name }) => name === 'IsIn')?.args[0];
  if (choices?.type === 'ArrayExpression') return literalValue(choices.elements[0]);
  const bound = decorations.find(({ name }) => /^(?:Min|MinLength|Length)$/u.test(name));
  const [first] = bound?.args ?? [];
  const least = first?.type === 'Literal' && typeof first.value === 'number' ? first.value : 0;
  // A text that may be anything is best called like its member.
  const words = decorations.map(({ name }) => (name.endsWith('Length') ? 'string' : name.replace(/^Is(?!String$)/u, '').toLowerCase()));
  return words.includes('array') ? undefined : plainSample(words, least);
}

export function isMembers(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function deeper(scope: TypeScope): TypeScope {
  return { ...scope, depth: scope.depth + 1 };
}
