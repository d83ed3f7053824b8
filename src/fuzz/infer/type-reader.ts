/** Generators for written types. What a type does not say, or what cannot be made up, becomes any value, and a note says so. */
import { FunctionGen } from '../input/gen-function.ts';
import { ArrayGen, OneOfGen, OptionalGen, PickGen, RecordGen } from '../input/gen-collection.ts';
import type { Gen } from '../input/gen.ts';
import { AnythingGen, JsonGen } from '../input/gen-json.ts';
import { KnotGen } from '../input/gen-recursive.ts';
import { BigIntGen, BooleanGen, ConstantGen, FloatGen, StringGen } from '../input/gen-scalar.ts';
import type { Declared } from './project-types.ts';
import { nameOf, type Node, nodeAt, nodesAt } from './syntax.ts';
import type { Fields, Scope } from './type-scope.ts';
import { mappedOf, returnedOf, templateOf, tupleOf } from './composed-types.ts';
import { knownType } from './known-types.ts';
import { chosen, dictOf, enumValues, intersectionOf, literalsOf, pickOf, withoutParentheses, writtenValue } from './type-parts.ts';

/** Types that make an object type of another one, or of keys. */
const MAPPERS = new Set(['Partial', 'Required', 'Readonly', 'Record', 'Pick', 'Omit']);
const SYMBOLS = new StringGen({}).map((text) => Symbol(text));

export class TypeReader {
  /** What could not be read, in words. */
  readonly notes: string[] = [];
  readonly #knots = new Map<string, KnotGen<unknown>>();

  read(type: Node | undefined, scope: Scope): Gen<unknown> {
    switch (type?.type) {
      case 'TSTypeAnnotation':
        return this.read(nodeAt(type, 'typeAnnotation'), scope);
      case 'TSStringKeyword':
        return new StringGen({});
      case 'TSNumberKeyword':
        return new FloatGen({});
      case 'TSBooleanKeyword':
        return new BooleanGen();
      case 'TSBigIntKeyword':
        return new BigIntGen({});
      case 'TSNullKeyword':
        return new ConstantGen(null);
      case 'TSUndefinedKeyword':
      case 'TSVoidKeyword':
        return new ConstantGen(undefined);
      case 'TSAnyKeyword':
      case 'TSUnknownKeyword':
        return new AnythingGen();
      case 'TSObjectKeyword':
        return new JsonGen({});
      case 'TSLiteralType':
        return this.#literal(nodeAt(type, 'literal'));
      case 'TSTemplateLiteralType':
        return templateOf(type, (each) => this.read(each, scope));
      case 'TSUnionType':
        return new OneOfGen(nodesAt(type, 'types').map((each) => this.read(each, scope)));
      case 'TSArrayType':
        return new ArrayGen(this.read(nodeAt(type, 'elementType'), scope), {});
      case 'TSTupleType':
        return tupleOf(type, (each) => this.read(each, scope));
      case 'TSParenthesizedType':
        return this.read(nodeAt(type, 'typeAnnotation'), scope);
      case 'TSTypeOperator':
        return this.#operator(type, scope);
      case 'TSTypeReference':
        return this.#reference(type, scope);
      case 'TSTypeLiteral':
      case 'TSIntersectionType':
        return this.#structure(type, scope);
      case 'TSIndexedAccessType':
        return this.#indexed(type, scope);
      case 'TSFunctionType':
        return this.#function(type, scope);
      case 'TSMappedType':
        return mappedOf(type, scope, this) ?? this.#unknown(type);
      case 'TSConditionalType':
        // Which one it is takes a compiler; either is possible.
        return new OneOfGen(['trueType', 'falseType'].map((branch) => this.read(nodeAt(type, branch), scope)));
      case 'TSNeverKeyword':
        return NOTHING;
      case 'TSTypePredicate':
        return type['asserts'] === true ? new ConstantGen(undefined) : new BooleanGen();
      case 'TSTypeQuery':
        return this.#valueType(type, scope);
      case 'TSSymbolKeyword':
        return SYMBOLS;
      default:
        return this.#unknown(type);
    }
  }

  /** Any value, and a note about why. */
  #unknown(type: Node | undefined, told = TOLD[type?.type ?? ''] ?? type?.type ?? 'a missing type'): Gen<unknown> {
    this.notes.push(told);
    return new AnythingGen();
  }

  #literal(literal: Node | undefined): Gen<unknown> {
    if (literal?.type === 'UnaryExpression') return new ConstantGen(-Number(nodeAt(literal, 'argument')?.['value']));
    const big = literal?.['bigint'];
    return new ConstantGen(typeof big === 'string' ? BigInt(big) : literal?.['value']);
  }

  #operator(type: Node, scope: Scope): Gen<unknown> {
    const inner = nodeAt(type, 'typeAnnotation');
    if (type['operator'] !== 'keyof') return this.read(inner, scope);
    const keys = this.keysOf(type, scope);
    return keys.length === 0 ? new StringGen({}) : new PickGen(keys);
  }

  /** The texts that a type of keys stands for; none where it is not a list of them. */
  keysOf(type: Node | undefined, scope: Scope): readonly string[] {
    if (type?.type === 'TSTypeOperator') {
      const inner = nodeAt(type, 'typeAnnotation');
      const value = this.#valueOf(inner, scope);
      return typeof value === 'object' && value !== null ? Object.keys(value) : [...(this.fields(inner, scope)?.keys() ?? [])];
    }
    const declared = type?.type === 'TSTypeReference' ? scope.file.typeOf(nameOf(nodeAt(type, 'typeName')) ?? '') : undefined;
    if (declared?.node.type === 'TSEnumDeclaration') return enumValues(declared.node).map(String);
    if (declared?.node.type === 'TSTypeAliasDeclaration')
      return this.keysOf(nodeAt(declared.node, 'typeAnnotation'), { file: declared.file, given: new Map() });
    return type === undefined ? [] : literalsOf(type);
  }

  /** `Order['lines']`, `Order[keyof Order]`, `(typeof NAMES)[number]`. */
  #indexed(type: Node, scope: Scope): Gen<unknown> {
    const [object, index] = [withoutParentheses(nodeAt(type, 'objectType')), nodeAt(type, 'indexType')];
    const value = this.#valueOf(object, scope);
    if (typeof value === 'object' && value !== null) return pickOf(Object.values(value));
    if (index?.type === 'TSNumberKeyword' && object?.type === 'TSArrayType') return this.read(nodeAt(object, 'elementType'), scope);
    const fields = this.fields(object, scope);
    const read = this.keysOf(index, scope).flatMap((key) => fields?.get(key) ?? []);
    const [only] = read;
    if (only === undefined) return this.#unknown(type, 'an indexed type');
    return read.length === 1 ? only : new OneOfGen(read);
  }

  #function(type: Node, scope: Scope): Gen<unknown> {
    const names = nodesAt(nodeAt(type, 'typeParameters'), 'params').map((each) => nameOf(nodeAt(each, 'name')) ?? '');
    const given = new Map([...scope.given, ...names.map((name) => [name, new AnythingGen()] as const)]);
    return new FunctionGen(this.read(nodeAt(type, 'returnType'), { file: scope.file, given }));
  }

  /** `typeof DEFAULTS`, where it is written as literals. */
  #valueType(type: Node, scope: Scope): Gen<unknown> {
    const value = this.#valueOf(type, scope);
    return value === undefined ? this.#unknown(type, 'the type of a value') : new ConstantGen(value);
  }

  #valueOf(type: Node | undefined, scope: Scope): unknown {
    const query = withoutParentheses(type);
    const name = query?.type === 'TSTypeQuery' ? nameOf(nodeAt(query, 'exprName')) : undefined;
    return name === undefined ? undefined : writtenValue(nodeAt(scope.file.valueOf(name)?.node, 'init'));
  }

  #structure(type: Node, scope: Scope): Gen<unknown> {
    const index = nodesAt(type, 'members').find((member) => member.type === 'TSIndexSignature');
    if (index !== undefined) return dictOf(new StringGen({}), this.read(nodeAt(index, 'typeAnnotation'), scope));
    const fields = this.fields(type, scope);
    if (fields !== undefined) return new RecordGen(Object.fromEntries(fields));
    return intersectionOf(nodesAt(type, 'types').map((each) => this.#part(each, scope)));
  }

  /** Of an intersection: what an object brings along is told by its fields. */
  #part(type: Node, scope: Scope): Gen<unknown> {
    const fields = this.fields(type, scope);
    return fields === undefined ? this.read(type, scope) : new RecordGen(Object.fromEntries(fields));
  }

  /** The fields of an object type; undefined for what is none. */
  fields(type: Node | undefined, scope: Scope): Fields | undefined {
    switch (type?.type) {
      case 'TSParenthesizedType':
      case 'TSTypeAnnotation':
        return this.fields(nodeAt(type, 'typeAnnotation'), scope);
      case 'TSTypeLiteral':
        return this.#members(nodesAt(type, 'members'), scope);
      case 'TSIntersectionType': {
        const parts = nodesAt(type, 'types').map((each) => this.fields(each, scope));
        return parts.some((part) => part === undefined) ? undefined : new Map(parts.flatMap((part) => [...(part ?? [])]));
      }
      case 'TSTypeReference':
      case 'TSInterfaceHeritage':
        return this.#fieldsOfReference(type, scope);
      default:
        return undefined;
    }
  }

  #members(members: readonly Node[], scope: Scope): Fields {
    const fields = new Map<string, Gen<unknown>>();
    for (const member of members) {
      const name = nameOf(nodeAt(member, 'key'));
      if (name === undefined) continue;
      const made =
        member.type === 'TSPropertySignature' ? this.read(nodeAt(member, 'typeAnnotation'), scope) : this.#function(member, scope);
      fields.set(name, member['optional'] === true ? new OptionalGen(made) : made);
    }
    return fields;
  }

  #fieldsOfReference(type: Node, scope: Scope): Fields | undefined {
    const name = nameOf(nodeAt(type, 'typeName') ?? nodeAt(type, 'expression')) ?? '';
    if (!MAPPERS.has(name)) return this.#fieldsOfDeclared(type, scope, scope.file.typeOf(name));
    const [first, second] = nodesAt(nodeAt(type, 'typeArguments'), 'params');
    const inner = this.fields(first, scope);
    const named = new Set(this.keysOf(second, scope));
    const changed = (change: (field: Gen<unknown>) => Gen<unknown>): Fields | undefined =>
      inner && new Map([...inner].map(([key, field]) => [key, change(field)]));
    const kept = (isKept: boolean): Fields | undefined => inner && new Map([...inner].filter(([key]) => named.has(key) === isKept));
    switch (name) {
      case 'Partial':
        return changed((field) => (field instanceof OptionalGen ? field : new OptionalGen(field)));
      case 'Required':
        return changed((field) => (field instanceof OptionalGen ? field.from : field));
      case 'Readonly':
        return inner;
      case 'Record': {
        const keys = this.keysOf(first, scope);
        return keys.length === 0 ? undefined : new Map(keys.map((key) => [key, this.read(second, scope)]));
      }
      case 'Pick':
        return kept(true);
      default:
        return kept(false);
    }
  }

  #fieldsOfDeclared(type: Node, scope: Scope, declared: Declared | undefined): Fields | undefined {
    if (declared === undefined) return undefined;
    const inside = this.#inside(declared, type, scope);
    if (declared.node.type === 'TSTypeAliasDeclaration') return this.fields(nodeAt(declared.node, 'typeAnnotation'), inside);
    if (declared.node.type !== 'TSInterfaceDeclaration') return undefined;
    const above = nodesAt(declared.node, 'extends').flatMap((each) => [...(this.fields(each, inside) ?? [])]);
    return new Map([...above, ...this.#members(nodesAt(nodeAt(declared.node, 'body'), 'body'), inside)]);
  }

  /** The scope in which a declaration is read: its type parameters are what the reference gives. */
  #inside(declared: Declared, reference: Node, scope: Scope): Scope {
    const given = nodesAt(nodeAt(reference, 'typeArguments'), 'params').map((each) => this.read(each, scope));
    const names = nodesAt(nodeAt(declared.node, 'typeParameters'), 'params').map((each) => nameOf(nodeAt(each, 'name')) ?? '');
    return { file: declared.file, given: new Map(names.map((name, at) => [name, given[at] ?? new AnythingGen()])) };
  }

  #reference(type: Node, scope: Scope): Gen<unknown> {
    // Of `stream.Readable` and `NodeJS.ReadableStream` the last part says it.
    const name = nameOf(nodeAt(type, 'typeName')) ?? nameOf(nodeAt(type, 'typeName', 'right')) ?? '';
    const parameter = scope.given.get(name);
    if (parameter !== undefined) return parameter;
    const params = nodesAt(nodeAt(type, 'typeArguments'), 'params');
    const declared = scope.file.typeOf(name);
    if (declared === undefined) return this.#known(type, name, params, scope);
    const key = `${declared.file.path} ${name} ${params.length === 0 ? '' : `${type['start'] as number} ${scope.file.path}`}`; // A place in the text.
    const knot = this.#knots.get(key);
    if (knot !== undefined) return knot;
    const made = new KnotGen<unknown>(name);
    this.#knots.set(key, made);
    return made.tie(this.#declared(type, scope, declared, name));
  }

  #declared(type: Node, scope: Scope, declared: Declared, name: string): Gen<unknown> {
    const { node } = declared;
    if (node.type === 'TSTypeAliasDeclaration') return this.read(nodeAt(node, 'typeAnnotation'), this.#inside(declared, type, scope));
    if (node.type === 'TSEnumDeclaration') return new PickGen(enumValues(node));
    if (node.type === 'ClassDeclaration') return this.#unknown(type, `the class ${name}`);
    const index = nodesAt(nodeAt(node, 'body'), 'body').find((member) => member.type === 'TSIndexSignature');
    if (index !== undefined)
      return dictOf(new StringGen({}), this.read(nodeAt(index, 'typeAnnotation'), this.#inside(declared, type, scope)));
    return new RecordGen(Object.fromEntries(this.#fieldsOfDeclared(type, scope, declared) ?? []));
  }

  /** Types that come with the language. */
  #known(type: Node, name: string, params: readonly Node[], scope: Scope): Gen<unknown> {
    const at = (place: number): Gen<unknown> => (params[place] === undefined ? new AnythingGen() : this.read(params[place], scope));
    const fields = this.fields(type, scope);
    if (fields !== undefined) return new RecordGen(Object.fromEntries(fields));
    if (MAPPERS.has(name) && name !== 'Record') return at(0);
    if (name === 'Exclude' || name === 'Extract') return chosen(at(0), this.keysOf(params[1], scope), name === 'Extract');
    if (name === 'Awaited') {
      const isPromise = /^Promise(?:Like)?$/u.test(nameOf(nodeAt(params[0], 'typeName')) ?? '');
      return this.read(isPromise ? nodesAt(nodeAt(params[0], 'typeArguments'), 'params')[0] : params[0], scope);
    }
    if (name === 'ReturnType') return returnedOf(params[0], scope, this) ?? this.#unknown(type, 'a return type');
    const isQualified = nodeAt(type, 'typeName')?.type === 'TSQualifiedName';
    return knownType(name, { at, isGiven: params.length > 0, isQualified }) ?? this.#unknown(type, `the type ${name}`);
  }
}

const NOTHING = new ConstantGen(undefined);

const TOLD: Readonly<Record<string, string>> = {
  TSConstructorType: 'a class',
  TSMappedType: 'a mapped type',
  '': 'no type is written',
};
