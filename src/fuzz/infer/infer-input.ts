/** What a function takes, read off the types of its parameters. */
import type { Gen } from '../input/gen.ts';
import { OptionalGen, TupleGen } from '../input/gen-collection.ts';
import { BooleanGen, FloatGen, StringGen } from '../input/gen-scalar.ts';
import { type Declared, ProjectTypes } from './project-types.ts';
import { nameOf, type Node, nodeAt, nodesAt } from './syntax.ts';
import { type Scope, TypeReader } from './type-reader.ts';

export interface InferredArguments {
  /** One per parameter. */
  readonly parameters: readonly Gen<unknown>[];
  /** Makes the arguments of one call. */
  readonly generator: Gen<readonly unknown[]>;
  /** What could not be read, and what is tried instead. */
  readonly notes: readonly string[];
}

/** Undefined where the types say nothing: no such function in the file, no parameters, or none with a type. */
export async function inferArguments(path: string, exported: string): Promise<InferredArguments | undefined> {
  if (!/\.[cm]?tsx?$/u.test(path)) return undefined;
  const { parseAst } = await import('rolldown/parseAst');
  const project = new ProjectTypes((text, options) => parseAst(text, options, path));
  const [first = '', ...rest] = exported.split('.');
  const found = project.open(path, path)?.exported(first);
  const callable = found === undefined ? undefined : functionOf(found.node, rest.at(-1));
  if (found === undefined || callable === undefined) return undefined;
  return argumentsOf(callable, found);
}

/** The node with the parameters: the declaration itself, what a constant holds, or a method of a class. */
function functionOf(node: Node, method: string | undefined): Node | undefined {
  if (node.type === 'VariableDeclarator') {
    const init = nodeAt(node, 'init');
    return init === undefined ? undefined : functionOf(init, method);
  }
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return functionOf(nodeAt(node, 'expression') ?? node, method);
  if (method === undefined) return /Function/u.test(node.type) ? node : undefined;
  const members = node.type === 'ObjectExpression' ? nodesAt(node, 'properties') : nodesAt(nodeAt(node, 'body'), 'body');
  return nodeAt(
    members.find((member) => nameOf(nodeAt(member, 'key')) === method),
    'value',
  );
}

function argumentsOf(callable: Node, { file }: Declared): InferredArguments | undefined {
  const params = nodesAt(callable, 'params').filter((param) => nameOf(param) !== 'this');
  if (params.length === 0 || !params.some((param) => typeOf(param) !== undefined)) return undefined;
  const reader = new TypeReader();
  const generics = nodesAt(nodeAt(callable, 'typeParameters'), 'params');
  const bare: Scope = { file, given: new Map() };
  const given = generics.map((each) => [nameOf(nodeAt(each, 'name')) ?? '', reader.read(nodeAt(each, 'constraint') ?? ANY, bare)] as const);
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
