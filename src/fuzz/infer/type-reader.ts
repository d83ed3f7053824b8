/** Generators for written types. What a type does not say, or what cannot be made up, becomes any value, and a note says so. */
import { ArrayGen, EntriesGen, OneOfGen, OptionalGen, PickGen, RecordGen, TupleGen } from '../input/gen-collection.ts';
import { Built, type Gen } from '../input/gen.ts';
import { AnythingGen, JsonGen } from '../input/gen-json.ts';
import { KnotGen } from '../input/gen-recursive.ts';
import { ItemsGen, StreamGen } from '../input/gen-stream.ts';
import { BigIntGen, BooleanGen, BytesGen, ConstantGen, FloatGen, StringGen } from '../input/gen-scalar.ts';
import { DateGen, UrlGen } from '../input/gen-web.ts';
import type { Declared, SourceFile } from './project-types.ts';
import { nameOf, type Node, nodeAt, nodesAt } from './syntax.ts';
import { dictOf, enumValues, listOf, literalsOf } from './type-parts.ts';

export type Fields = ReadonlyMap<string, Gen<unknown>>;

/** Where a type is written: names mean what they mean in this file, type parameters what they were given. */
export interface Scope {
  readonly file: SourceFile;
  readonly given: ReadonlyMap<string, Gen<unknown>>;
}

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
        return this.#template(type, scope);
      case 'TSUnionType':
        return new OneOfGen(nodesAt(type, 'types').map((each) => this.read(each, scope)));
      case 'TSArrayType':
        return new ArrayGen(this.read(nodeAt(type, 'elementType'), scope), {});
      case 'TSTupleType':
        return this.#tuple(type, scope);
      case 'TSParenthesizedType':
        return this.read(nodeAt(type, 'typeAnnotation'), scope);
      case 'TSTypeOperator':
        return this.#operator(type, scope);
      case 'TSTypeReference':
        return this.#reference(type, scope);
      case 'TSTypeLiteral':
      case 'TSIntersectionType':
      case 'TSIndexedAccessType':
        return this.#structure(type, scope);
      default:
        return this.#unknown(type);
    }
  }

  /** Any value, and a note about why. */
  #unknown(type: Node | undefined, told = TOLD[type?.type ?? ''] ?? type?.type ?? 'a missing type'): Gen<unknown> {
    this.notes.push(`${told}: any value is tried`);
    return new AnythingGen();
  }

  #literal(literal: Node | undefined): Gen<unknown> {
    if (literal?.type === 'UnaryExpression') return new ConstantGen(-Number(nodeAt(literal, 'argument')?.['value']));
    const big = literal?.['bigint'];
    return new ConstantGen(typeof big === 'string' ? BigInt(big) : literal?.['value']);
  }

  #template(literal: Node, scope: Scope): Gen<unknown> {
    const texts = nodesAt(literal, 'quasis').map((quasi) => String(Reflect.get(Object(quasi['value']), 'cooked') ?? ''));
    const parts = nodesAt(literal, 'types').map((each) => this.read(each, scope));
    return new TupleGen(parts).map((values) => texts.map((text, at) => `${text}${at < values.length ? String(values[at]) : ''}`).join(''));
  }

  #tuple(type: Node, scope: Scope): Gen<unknown> {
    const items = nodesAt(type, 'elementTypes').map((each) => {
      const inner = each.type === 'TSNamedTupleMember' ? (nodeAt(each, 'elementType') ?? each) : each;
      if (inner.type === 'TSRestType') return { isRest: true, item: this.read(nodeAt(inner, 'typeAnnotation'), scope) };
      if (inner.type === 'TSOptionalType' || each['optional'] === true) {
        const item = inner.type === 'TSOptionalType' ? nodeAt(inner, 'typeAnnotation') : inner;
        return { isRest: false, item: new OptionalGen(this.read(item, scope)) };
      }
      return { isRest: false, item: this.read(inner, scope) };
    });
    return new Built((draw) => items.flatMap(({ isRest, item }) => (isRest ? listOf(draw(item)) : [draw(item)])));
  }

  #operator(type: Node, scope: Scope): Gen<unknown> {
    const inner = nodeAt(type, 'typeAnnotation');
    if (type['operator'] !== 'keyof') return this.read(inner, scope);
    const fields = this.fields(inner, scope);
    return fields === undefined || fields.size === 0 ? new StringGen({}) : new PickGen([...fields.keys()]);
  }

  #structure(type: Node, scope: Scope): Gen<unknown> {
    if (type.type === 'TSIndexedAccessType') {
      const key = nameOf(nodeAt(type, 'indexType', 'literal'));
      const field = key === undefined ? undefined : this.fields(nodeAt(type, 'objectType'), scope)?.get(key);
      return field ?? this.#unknown(type, 'an indexed type');
    }
    const index = nodesAt(type, 'members').find((member) => member.type === 'TSIndexSignature');
    if (index !== undefined) return dictOf(new StringGen({}), this.read(nodeAt(index, 'typeAnnotation'), scope));
    const fields = this.fields(type, scope);
    if (fields === undefined) return this.#unknown(type, 'an intersection of what are not only objects');
    return new RecordGen(Object.fromEntries(fields));
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
        member.type === 'TSPropertySignature'
          ? this.read(nodeAt(member, 'typeAnnotation'), scope)
          : this.#unknown(member, `the method ${name}`);
      fields.set(name, member['optional'] === true ? new OptionalGen(made) : made);
    }
    return fields;
  }

  #fieldsOfReference(type: Node, scope: Scope): Fields | undefined {
    const name = nameOf(nodeAt(type, 'typeName') ?? nodeAt(type, 'expression')) ?? '';
    const [first, second] = nodesAt(nodeAt(type, 'typeArguments'), 'params');
    const inner = (): Fields | undefined => this.fields(first, scope);
    const named = (): ReadonlySet<string> => new Set(second === undefined ? [] : literalsOf(second));
    const kept = (isKept: (key: string) => boolean): Fields | undefined => {
      const all = inner();
      return all === undefined ? undefined : new Map([...all].filter(([key]) => isKept(key)));
    };
    switch (name) {
      case 'Partial':
        return new Map([...(inner() ?? [])].map(([key, field]) => [key, field instanceof OptionalGen ? field : new OptionalGen(field)]));
      case 'Readonly':
      case 'Required':
        return inner();
      case 'Pick':
        return kept((key) => named().has(key));
      case 'Omit':
        return kept((key) => !named().has(key));
      default:
        return this.#fieldsOfDeclared(type, scope, scope.file.typeOf(name));
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
    switch (name) {
      case 'Array':
      case 'ReadonlyArray':
      case 'Iterable':
        return new ArrayGen(at(0), {});
      case 'Set':
      case 'ReadonlySet':
        return new ArrayGen(at(0), { unique: true }).map((list) => new Set(list));
      case 'Map':
      case 'ReadonlyMap':
        return new EntriesGen(at(0), at(1)).map((entries) => new Map(entries));
      case 'Record':
        return params[0] !== undefined && literalsOf(params[0]).length > 0
          ? new RecordGen(Object.fromEntries(literalsOf(params[0]).map((key) => [key, at(1)])))
          : dictOf(at(0), at(1));
      case 'Date':
        return new DateGen({ invalid: true });
      case 'URL':
        return new UrlGen().map((url) => new URL(url));
      case 'Uint8Array':
        return new BytesGen({});
      case 'Buffer':
        return BUFFERS;
      case 'ArrayBuffer':
        return new BytesGen({}).map((bytes) => bytes.slice().buffer);
      case 'Readable':
      case 'ReadableStream':
      case 'AsyncIterable':
      case 'AsyncIterableIterator':
      case 'AsyncGenerator':
      case 'AsyncIterator':
        return streamGen(nodeAt(type, 'typeName')?.type === 'TSQualifiedName' ? 'Readable' : name, params.length === 0 ? undefined : at(0));
      case 'Promise':
      case 'PromiseLike':
        return at(0).map((value) => Promise.resolve(value));
      case 'Partial':
      case 'Readonly':
      case 'Required':
      case 'Pick':
      case 'Omit': {
        const fields = this.fields(type, scope);
        return fields === undefined ? at(0) : new RecordGen(Object.fromEntries(fields));
      }
      default:
        return this.#unknown(type, `the type ${name}`);
    }
  }
}

const BUFFERS = new BytesGen({}).map((bytes) => Buffer.from(bytes));

/** Bytes unless something else is written; a stream of what are neither texts nor bytes is one of values. */
function streamGen(name: string, item: Gen<unknown> | undefined): Gen<unknown> {
  const kind = name === 'Readable' ? 'readable' : name === 'ReadableStream' ? 'web' : 'iterable';
  if (item instanceof StringGen) return new StreamGen(item, kind);
  const isBytes = item === undefined || item === BUFFERS || item instanceof BytesGen || item instanceof AnythingGen;
  return isBytes ? new StreamGen(new BytesGen({}), kind) : new ItemsGen(item, kind);
}

const TOLD: Readonly<Record<string, string>> = {
  TSFunctionType: 'a function',
  TSTypeQuery: 'the type of a value',
  TSConditionalType: 'a conditional type',
  TSMappedType: 'a mapped type',
  '': 'no type is written',
};
