/** An existing server program, as far as a first simulation of it needs to know: where it listens, what it answers, whether it keeps files. */
import { CodeBase } from '../load/code-base.ts';
import type { ModuleCode } from '../load/module-code.ts';
import type { ESTree, SyntaxNode } from '../load/native.ts';
import { literalText } from '../load/syntax.ts';
import { everyNode, memberOf, methodCall, parseSource } from './parse-source.ts';
import type { FoundRoute } from './found-route.ts';
import { findRoutes } from './routes.ts';
import type { SourceFile } from './source-names.ts';

export interface ServerProgram {
  readonly routes: readonly FoundRoute[];
  readonly port: number;
  /** The variable its port is read from. */
  readonly portVariable: string | undefined;
  readonly writesFiles: boolean;
  readonly listens: boolean;
  /** It can be reached from its own machine only. */
  readonly local: boolean;
}

const PORT = 3000;

/** Loads the program without running it; what cannot be loaded is refused with its place. */
export async function readServer(entry: string): Promise<ServerProgram> {
  const codeBase = await CodeBase.open();
  codeBase.add(entry);
  const files: SourceFile[] = [];
  for (const code of codeBase.modules) {
    if (!code.isUser || code.format === 'json') continue;
    const program = await parseSource(code.path, code.source);
    if (program !== undefined) files.push({ path: code.path, program, imports: importsOf(code, program) });
  }
  const listening = files.map(({ program }) => listenOf(program)).find((found) => found !== undefined);
  return {
    routes: findRoutes(files),
    port: listening?.port ?? PORT,
    portVariable: listening?.variable,
    writesFiles: files.some(({ program }) => writes(program)),
    listens: listening !== undefined,
    // fastify listens on localhost unless it is told otherwise.
    local: listening?.host === undefined ? usesFastify(codeBase) : /^(?:localhost|127\.|::1)/u.test(listening.host),
  };
}

/** Local names and the files behind them. */
function importsOf(code: ModuleCode, program: ESTree.Program): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const fileOf = (specifier: string, mode: 'import' | 'require') => {
    const resolution = code.resolution(specifier, mode);
    return resolution?.kind === 'file' ? resolution.path : undefined;
  };
  for (const node of everyNode(program)) {
    if (node.type === 'ImportDeclaration') {
      const path = fileOf(node.source.value, 'import');
      if (path !== undefined) for (const { local } of node.specifiers) found.set(local.name, path);
    }
    const specifier = requireOf(node.type === 'VariableDeclarator' ? node.init : node);
    const path = specifier === undefined ? undefined : fileOf(specifier, 'require');
    if (specifier === undefined || path === undefined) continue;
    found.set(`require ${specifier}`, path);
    if (node.type !== 'VariableDeclarator') continue;
    if (node.id.type === 'Identifier') found.set(node.id.name, path);
    if (node.id.type === 'ObjectPattern')
      for (const property of node.id.properties)
        if (property.type === 'Property' && property.value.type === 'Identifier') found.set(property.value.name, path);
  }
  return found;
}

function requireOf(node: SyntaxNode | null): string | undefined {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require') return undefined;
  const [specifier] = node.arguments;
  return specifier === undefined ? undefined : literalText(specifier);
}

function usesFastify(codeBase: CodeBase): boolean {
  return codeBase.modules.some(({ packageName }) => packageName === 'fastify');
}

interface Listening {
  readonly port: number;
  readonly host: string | undefined;
  readonly variable: string | undefined;
}

/** `listen(3000)`, `listen({ port })`, `serve({ port })`; variables are followed within the file. */
function listenOf(program: ESTree.Program): Listening | undefined {
  for (const node of everyNode(program)) {
    const isListen = methodCall(node)?.method === 'listen';
    const isServe = node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'serve';
    if (node.type !== 'CallExpression' || (!isListen && !isServe)) continue;
    const [first] = node.arguments;
    const port = first?.type === 'ObjectExpression' ? memberOf(first, 'port') : first;
    const told = port === undefined ? {} : portOf(port, program, 0);
    const host = first?.type === 'ObjectExpression' ? memberOf(first, 'host') : node.arguments[1];
    // A host that is computed is somebody's decision.
    return { port: told.port ?? PORT, variable: told.variable, host: host === undefined ? undefined : (literalText(host) ?? '') };
  }
  return undefined;
}

const FOLLOWED_MAX = 5;

function portOf(node: SyntaxNode, program: ESTree.Program, depth: number): { readonly port?: number; readonly variable?: string } {
  if (depth > FOLLOWED_MAX) return {};
  if (node.type === 'Literal' && typeof node.value === 'number') return { port: node.value };
  if (node.type === 'Literal' && typeof node.value === 'string' && /^\d+$/u.test(node.value)) return { port: Number(node.value) };
  const variable = environmentVariable(node);
  if (variable !== undefined) return { variable };
  if (node.type === 'LogicalExpression') return { ...portOf(node.right, program, depth + 1), ...portOf(node.left, program, depth + 1) };
  if (node.type === 'ConditionalExpression')
    return {
      ...portOf(node.alternate, program, depth + 1),
      ...portOf(node.consequent, program, depth + 1),
      ...portOf(node.test, program, depth + 1),
    };
  if (node.type === 'UnaryExpression') return portOf(node.argument, program, depth + 1);
  if (node.type === 'CallExpression') return node.arguments[0] === undefined ? {} : portOf(node.arguments[0], program, depth + 1);
  if (node.type !== 'Identifier') return {};
  for (const inner of everyNode(program)) {
    if (inner.type === 'VariableDeclarator' && inner.id.type === 'Identifier' && inner.id.name === node.name && inner.init !== null)
      return portOf(inner.init, program, depth + 1);
    // const { PORT = 3000 } = process.env
    if (inner.type !== 'VariableDeclarator' || inner.id.type !== 'ObjectPattern' || inner.init === null || !isEnvironment(inner.init))
      continue;
    for (const property of inner.id.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
      const local = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
      if (local.type !== 'Identifier' || local.name !== node.name) continue;
      const fallback = property.value.type === 'AssignmentPattern' ? portOf(property.value.right, program, depth + 1) : {};
      return { ...fallback, variable: property.key.name };
    }
  }
  return {};
}

function environmentVariable(node: SyntaxNode): string | undefined {
  if (node.type !== 'MemberExpression' || !isEnvironment(node.object)) return undefined;
  if (node.property.type === 'Identifier' && !node.computed) return node.property.name;
  return node.property.type === 'PrivateIdentifier' ? undefined : literalText(node.property);
}

function isEnvironment(node: SyntaxNode): boolean {
  return node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier' && node.property.name === 'env';
}

const WRITES = /^(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|rename|renameSync|write|writeSync)$/u;
const FILE_MODULE = /^(?:node:)?fs(?:\/promises)?$/u;

/** It imports `fs` and calls something that writes. */
function writes(program: ESTree.Program): boolean {
  let imports = false;
  let calls = false;
  for (const node of everyNode(program)) {
    if (node.type === 'ImportDeclaration' && FILE_MODULE.test(node.source.value)) imports = true;
    if (FILE_MODULE.test(requireOf(node) ?? '')) imports = true;
    if (node.type !== 'CallExpression') continue;
    const name = methodCall(node)?.method ?? (node.callee.type === 'Identifier' ? node.callee.name : '');
    if (WRITES.test(name)) calls = true;
  }
  return imports && calls;
}
