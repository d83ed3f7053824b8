/** What a function takes, read off the types of its parameters. */
import type { Gen } from '../input/gen.ts';
import { OneOfGen, OptionalGen, TupleGen } from '../input/gen-collection.ts';
import { BooleanGen, FloatGen, StringGen } from '../input/gen-scalar.ts';
import { ProjectTypes } from './project-types.ts';
import { type Signature, signaturesOf } from './signatures.ts';
import { nameOf, type Node, nodeAt, nodesAt } from './syntax.ts';
import { TypeReader } from './type-reader.ts';
import type { Scope } from './type-scope.ts';

export interface InferredArguments {
  /** One per parameter; none where there are several ways to call it. */
  readonly parameters: readonly Gen<unknown>[];
  /** Makes the arguments of one call. */
  readonly generator: Gen<readonly unknown[]>;
  /** What could not be read: there any value is tried. */
  readonly notes: readonly string[];
}

/** Undefined where the types say nothing: no such function in the file, no parameters, or none with a type. */
export async function inferArguments(path: string, exported: string): Promise<InferredArguments | undefined> {
  const { parseAst } = await import('rolldown/parseAst');
  const project = new ProjectTypes((text, options) => parseAst(text, options, path));
  const [first = '', ...rest] = exported.split('.');
  const found = project.open(path, path)?.exported(first);
  const calls = found === undefined ? [] : signaturesOf(found, rest.at(-1)).flatMap((signature) => argumentsOf(signature) ?? []);
  const [only] = calls;
  if (only === undefined || calls.length === 1) return only;
  const notes = [...new Set(calls.flatMap((call) => call.notes))];
  return { parameters: [], generator: new OneOfGen(calls.map(({ generator }) => generator)), notes };
}

function argumentsOf({ node: callable, file, owner }: Signature): InferredArguments | undefined {
  const params = nodesAt(callable, 'params').filter((param) => nameOf(param) !== 'this');
  if (params.length === 0 || !params.some((param) => typeOf(param) !== undefined)) return undefined;
  const reader = new TypeReader();
  const generics = [owner, callable].flatMap((each) => nodesAt(nodeAt(each, 'typeParameters'), 'params'));
  const bare: Scope = { file, given: new Map() };
  const given = generics.map(
    (each) =>
      [nameOf(nodeAt(each, 'name')) ?? '', reader.read(nodeAt(each, 'constraint') ?? nodeAt(each, 'default') ?? ANY, bare)] as const,
  );
  const scope: Scope = { file, given: new Map(given) };
  const read = params.map((param) => parameterOf(param, reader, scope));
  const generator = new TupleGen(read.map(({ made }) => made)).map((values) =>
    values.flatMap((value, at) => (read[at]?.isRest === true && Array.isArray(value) ? value : [value])),
  );
  return { parameters: read.map(({ made }) => made), generator, notes: [...new Set(reader.notes)] };
}

const ANY: Node = { type: 'TSUnknownKeyword' };

function typeOf(param: Node): Node | undefined {
  return (
    nodeAt(param, 'typeAnnotation') ??
    nodeAt(param, 'left', 'typeAnnotation') ??
    nodeAt(param, 'argument', 'typeAnnotation') ??
    (defaultGen(param) === undefined ? undefined : ANY)
  );
}

function parameterOf(param: Node, reader: TypeReader, scope: Scope): { readonly made: Gen<unknown>; readonly isRest: boolean } {
  const type = nodeAt(param, 'typeAnnotation') ?? nodeAt(param, 'left', 'typeAnnotation') ?? nodeAt(param, 'argument', 'typeAnnotation');
  const made = type === undefined ? (defaultGen(param) ?? reader.read(undefined, scope)) : reader.read(type, scope);
  const isOptional = param['optional'] === true || param.type === 'AssignmentPattern';
  return { made: isOptional ? new OptionalGen(made) : made, isRest: param.type === 'RestElement' };
}

/** The type of a default value says as much as a written one. */
function defaultGen(param: Node): Gen<unknown> | undefined {
  switch (typeof nodeAt(param, 'right')?.['value']) {
    case 'string':
      return new StringGen({});
    case 'number':
      return new FloatGen({});
    case 'boolean':
      return new BooleanGen();
    default:
      return undefined;
  }
}
