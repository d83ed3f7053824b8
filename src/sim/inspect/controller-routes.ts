/** Routes of classes whose decorators name them, as in NestJS: `@Controller('cats')`, `@Get(':id')`, `@Body() cat: CreateCat`. */
import type { Json, JsonObject } from '../../base/json.ts';
import type { ESTree, SyntaxNode } from '../load/native.ts';
import { literalText } from '../load/syntax.ts';
import { decorationsOf } from './decorations.ts';
import { everyNode, memberOf, methodCall } from './parse-source.ts';
import type { FoundRoute } from './found-route.ts';
import type { SourceFile, SourceNames } from './source-names.ts';
import { nameSample } from './plain-sample.ts';
import { isMembers, typeSample, type TypeScope } from './type-sample.ts';

const METHOD = /^(?:Get|Post|Put|Patch|Delete)$/u;

export function* controllerRoutes(files: readonly SourceFile[], names: SourceNames): Generator<FoundRoute, void, void> {
  const prefix = files.map(globalPrefix).find((found) => found !== undefined) ?? '';
  for (const file of files)
    for (const node of everyNode(file.program)) {
      if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') continue;
      const controller = decorationsOf(node).find(({ name }) => name === 'Controller');
      if (controller === undefined) continue;
      for (const base of pathsOf(controller.args[0])) yield* methodsOf(node, `${prefix}/${base}`, { file, names, depth: 0 });
    }
}

function* methodsOf(controller: ESTree.Class, base: string, around: TypeScope): Generator<FoundRoute, void, void> {
  for (const member of controller.body.body) {
    if (member.type !== 'MethodDefinition') continue;
    for (const { name, args } of decorationsOf(member)) {
      if (!METHOD.test(name)) continue;
      const body = bodyOf(member.value.params, around);
      for (const path of pathsOf(args[0]))
        yield { method: name.toUpperCase(), path: `/${base}/${path}`.replaceAll(/\/+/gu, '/').replace(/(?<=.)\/$/u, ''), body };
    }
  }
}

/** One path, several, or an object that holds them; none is the path above. */
function pathsOf(node: SyntaxNode | null | undefined): readonly string[] {
  if (node === null || node === undefined) return [''];
  if (node.type === 'ArrayExpression') return node.elements.flatMap((each) => pathsOf(each));
  if (node.type === 'ObjectExpression') return pathsOf(memberOf(node, 'path'));
  const text = literalText(node);
  return text === undefined ? [] : [text];
}

/** `app.setGlobalPrefix('api')` */
function globalPrefix({ program }: SourceFile): string | undefined {
  for (const node of everyNode(program)) {
    const call = methodCall(node);
    if (call?.method === 'setGlobalPrefix') return pathsOf(call.args[0])[0];
  }
  return undefined;
}

function bodyOf(parameters: readonly SyntaxNode[], around: TypeScope): JsonObject {
  const members: Record<string, Json> = {};
  for (const parameter of parameters) {
    const body = decorationsOf(parameter).find(({ name }) => name === 'Body');
    if (body === undefined) continue;
    const [first] = body.args;
    const name = first === undefined ? undefined : literalText(first);
    const sample = typeSample(typeOf(parameter), around);
    if (name !== undefined) members[name] = sample ?? nameSample(name);
    else if (isMembers(sample)) Object.assign(members, sample);
  }
  return members;
}

function typeOf(node: SyntaxNode): SyntaxNode | undefined {
  return 'typeAnnotation' in node && node.typeAnnotation?.type === 'TSTypeAnnotation' ? node.typeAnnotation.typeAnnotation : undefined;
}
