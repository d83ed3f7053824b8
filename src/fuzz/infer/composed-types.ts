/** Generators for types that are put together of others: tuples, template literals, mapped types, what a function returns. */
import { OptionalGen, RecordGen, TupleGen } from '../input/gen-collection.ts';
import { Built, type Gen } from '../input/gen.ts';
import { ConstantGen } from '../input/gen-scalar.ts';
import { nameOf, type Node, nodeAt, nodesAt } from './syntax.ts';
import { listOf } from './type-parts.ts';
import type { Fields, Scope } from './type-scope.ts';

interface Reader {
  read(type: Node | undefined, scope: Scope): Gen<unknown>;
  fields(type: Node | undefined, scope: Scope): Fields | undefined;
  keysOf(type: Node | undefined, scope: Scope): readonly string[];
}

type Read = (type: Node | undefined) => Gen<unknown>;

export function templateOf(literal: Node, read: Read): Gen<unknown> {
  const texts = nodesAt(literal, 'quasis').map((quasi) => String(Reflect.get(Object(quasi['value']), 'cooked') ?? ''));
  const parts = nodesAt(literal, 'types').map(read);
  return new TupleGen(parts).map((values) => texts.map((text, at) => `${text}${at < values.length ? String(values[at]) : ''}`).join(''));
}

export function tupleOf(type: Node, read: Read): Gen<unknown> {
  const items = nodesAt(type, 'elementTypes').map((each) => {
    const inner = unnamed(each);
    if (inner.type === 'TSRestType') {
      const rest = nodeAt(inner, 'typeAnnotation');
      return { isRest: true, item: read(rest && unnamed(rest)) };
    }
    if (inner.type === 'TSOptionalType' || each['optional'] === true)
      return { isRest: false, item: new OptionalGen(read(inner.type === 'TSOptionalType' ? nodeAt(inner, 'typeAnnotation') : inner)) };
    return { isRest: false, item: read(inner) };
  });
  return new Built((draw) => items.flatMap(({ isRest, item }) => (isRest ? listOf(draw(item)) : [draw(item)])));
}

/** A name in a tuple is for people. */
function unnamed(item: Node): Node {
  return item.type === 'TSNamedTupleMember' ? (nodeAt(item, 'elementType') ?? item) : item;
}

/** `{ [K in Keys]: T }`, also of the keys of another type; undefined where the keys are no list. */
export function mappedOf(type: Node, scope: Scope, reader: Reader): Gen<unknown> | undefined {
  const name = nameOf(nodeAt(type, 'key')) ?? '';
  const keys = reader.keysOf(nodeAt(type, 'constraint'), scope);
  if (keys.length === 0 || nodeAt(type, 'nameType') !== undefined) return undefined;
  const isOptional = type['optional'] === true || type['optional'] === '+';
  const value = nodeAt(type, 'typeAnnotation');
  // `T[K]` is the field of that name.
  const isField = value?.type === 'TSIndexedAccessType' && nameOf(nodeAt(value, 'indexType', 'typeName')) === name;
  const fields = keys.map((key) => {
    const given = new Map([...scope.given, [name, new ConstantGen(key)] as const]);
    const field = isField ? reader.fields(nodeAt(value, 'objectType'), scope)?.get(key) : undefined;
    const made = field ?? reader.read(value, { file: scope.file, given });
    return [key, isOptional && !(made instanceof OptionalGen) ? new OptionalGen(made) : made] as const;
  });
  return new RecordGen(Object.fromEntries(fields));
}

/** `ReturnType<typeof make>`, where it is written. */
export function returnedOf(type: Node | undefined, scope: Scope, reader: Reader): Gen<unknown> | undefined {
  const name = type?.type === 'TSTypeQuery' ? nameOf(nodeAt(type, 'exprName')) : undefined;
  const declared = name === undefined ? undefined : scope.file.valueOf(name);
  const written = nodeAt(nodeAt(declared?.node, 'init') ?? declared?.node, 'returnType');
  return written === undefined || declared === undefined ? undefined : reader.read(written, { file: declared.file, given: new Map() });
}
