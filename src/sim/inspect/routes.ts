/**
 * The routes a program answers, read from its syntax: `app.get('/x', …)`, `router.route('/x').post(…)`, `fastify.route({…})`, routers that
 * are mounted below a path, and comparisons of `req.url` in plain servers. What is computed at run time stays unseen.
 */
import type { ESTree, SyntaxNode } from '../load/native.ts';
import { literalText } from '../load/syntax.ts';
import { everyNode, memberOf, methodCall } from './parse-source.ts';

export interface FoundRoute {
  readonly method: string;
  readonly path: string;
  /** Names of members of the body its handler reads. */
  readonly body: readonly string[];
}

/** One file, as far as routes go. */
export interface RouteFile {
  readonly path: string;
  readonly program: ESTree.Program;
  /** The file a local name was imported from. */
  readonly imports: ReadonlyMap<string, string>;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

interface Placed extends FoundRoute {
  readonly file: string;
  /** The variable it was declared on. */
  readonly on: string;
}

interface Mount {
  readonly prefix: string;
  readonly from: { readonly file: string; readonly on: string };
  /** A variable of the same file, or all of another file. */
  readonly to: { readonly file: string; readonly on?: string };
}

export function findRoutes(files: readonly RouteFile[]): readonly FoundRoute[] {
  const placed = files.flatMap((file) => [...routesIn(file)]);
  const mounts = files.flatMap((file) => [...mountsIn(file)]);
  const routes = placed.flatMap((route) => prefixesOf(route, mounts).map((prefix) => ({ ...route, path: joined(prefix, route.path) })));
  const found = new Map<string, FoundRoute>();
  for (const { method, path, body } of routes) {
    const known = found.get(`${method} ${path}`);
    if (known === undefined || known.body.length < body.length) found.set(`${method} ${path}`, { method, path, body });
  }
  return [...found.values()];
}

/** Mounts may be nested; a circle of them ends after a few steps. */
const NESTED_MAX = 5;

function prefixesOf(place: { readonly file: string; readonly on: string }, mounts: readonly Mount[], depth = 0): readonly string[] {
  const own = mounts.filter(({ to }) => to.file === place.file && to.on === place.on);
  // What other files mount is the outermost router of this one.
  const here = own.length > 0 ? own : mounts.filter(({ to }) => to.file === place.file && to.on === undefined);
  if (here.length === 0 || depth === NESTED_MAX) return [''];
  return here.flatMap(({ prefix, from }) => prefixesOf(from, mounts, depth + 1).map((outer) => joined(outer, prefix)));
}

function joined(prefix: string, path: string): string {
  const whole = `${prefix.replace(/\/$/u, '')}/${path.replace(/^\//u, '')}`;
  return whole.length > 1 ? whole.replace(/\/$/u, '') : whole;
}

function* routesIn({ path: file, program }: RouteFile): Generator<Placed, void, void> {
  const prefixes = routerPrefixes(program);
  for (const node of everyNode(program)) {
    const call = methodCall(node);
    if (call !== undefined) {
      for (const { on, ...route } of routesOfCall(call)) yield { ...route, path: joined(prefixes.get(on) ?? '', route.path), file, on };
    }
    if (node.type === 'IfStatement') yield* comparisons(node.test, node.consequent).map((route) => ({ ...route, file, on: '' }));
    if (node.type === 'SwitchStatement' && mentionsUrl(node.discriminant)) {
      for (const { test, consequent } of node.cases) {
        const path = test === null ? undefined : routePath(test);
        if (path !== undefined) yield { method: 'GET', path, body: consequent.flatMap((each) => [...bodyNames(each)]), file, on: '' };
      }
    }
  }
}

type Call = NonNullable<ReturnType<typeof methodCall>>;

function routesOfCall({ object, method, args }: Call): readonly Omit<Placed, 'file'>[] {
  const [first, ...handlers] = args;
  if (METHODS.has(method) && first !== undefined) {
    const body = args.flatMap((each) => [...bodyNames(each)]);
    const path = routePath(first);
    if (path !== undefined && handlers.length > 0) return [{ method: method.toUpperCase(), path, body, on: nameOf(object) }];
    // app.route('/x').get(handler).post(handler)
    const base = chainedRoute(object);
    return base === undefined ? [] : [{ method: method.toUpperCase(), path: base.path, body, on: base.on }];
  }
  if (method !== 'route' || first?.type !== 'ObjectExpression') return [];
  const path = routePath(memberOf(first, 'url') ?? memberOf(first, 'path'));
  const methods = memberOf(first, 'method');
  const named = methods?.type === 'ArrayExpression' ? methods.elements : [methods];
  if (path === undefined) return [];
  const body = [...bodyNames(first)];
  return named.flatMap((each) => {
    const text = each === null || each === undefined ? undefined : literalText(each);
    return text === undefined ? [] : [{ method: text.toUpperCase(), path, body, on: nameOf(object) }];
  });
}

function chainedRoute(object: SyntaxNode): { readonly path: string; readonly on: string } | undefined {
  const call = methodCall(object);
  if (call === undefined) return undefined;
  if (call.method === 'route') {
    const path = routePath(call.args[0]);
    return path === undefined ? undefined : { path, on: nameOf(call.object) };
  }
  return METHODS.has(call.method) ? chainedRoute(call.object) : undefined;
}

function routePath(node: SyntaxNode | null | undefined): string | undefined {
  const text = node === null || node === undefined ? undefined : literalText(node);
  return text?.startsWith('/') === true ? text : undefined;
}

function nameOf(node: SyntaxNode): string {
  return node.type === 'Identifier' ? node.name : '';
}

/** `new Router({ prefix: '/api' })`, by the name of the variable. */
function routerPrefixes(program: ESTree.Program): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const node of everyNode(program)) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init === null) continue;
    const { init } = node;
    if (init.type !== 'NewExpression' && init.type !== 'CallExpression') continue;
    const prefix = routePath(memberOf(init.arguments[0], 'prefix'));
    if (prefix !== undefined) found.set(node.id.name, prefix);
  }
  return found;
}

/** `app.use('/api', router)`, `app.route('/api', sub)`, `fastify.register(plugin, { prefix })`. */
function* mountsIn({ path: file, program, imports }: RouteFile): Generator<Mount, void, void> {
  for (const node of everyNode(program)) {
    const call = methodCall(node);
    if (call === undefined) continue;
    const { object, method, args } = call;
    const isRegister = method === 'register';
    const prefix = isRegister ? routePath(memberOf(args[1], 'prefix')) : routePath(args[0]);
    if (prefix === undefined || !['use', 'route', 'register'].includes(method)) continue;
    for (const mounted of isRegister ? args.slice(0, 1) : args.slice(1)) {
      const name = mounted.type === 'CallExpression' ? nameOf(methodCall(mounted)?.object ?? mounted) : nameOf(mounted);
      const target = imports.get(name) ?? requiredFile(mounted, imports);
      if (target !== undefined) yield { prefix, from: { file, on: nameOf(object) }, to: { file: target } };
      else if (name !== '') yield { prefix, from: { file, on: nameOf(object) }, to: { file, on: name } };
    }
  }
}

/** `app.use('/api', require('./api'))` */
function requiredFile(node: SyntaxNode, imports: ReadonlyMap<string, string>): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require') return undefined;
  const specifier = literalText(node.arguments[0] ?? node);
  return specifier === undefined ? undefined : imports.get(`require ${specifier}`);
}

/** `if (req.method === 'POST' && req.url === '/x') { … }` of a plain server. */
function comparisons(test: SyntaxNode, then: SyntaxNode): readonly FoundRoute[] {
  const parts = conjuncts(test);
  const path = parts.map((part) => compared(part, mentionsUrl)).find((text) => text?.startsWith('/') === true);
  if (path === undefined) return [];
  const method = parts.map((part) => compared(part, mentionsMethod)).find((text) => text !== undefined && METHODS.has(text.toLowerCase()));
  return [{ method: (method ?? 'GET').toUpperCase(), path, body: [...bodyNames(then)] }];
}

function conjuncts(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'LogicalExpression' && node.operator === '&&' ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];
}

function compared(node: SyntaxNode, about: (side: SyntaxNode) => boolean): string | undefined {
  const call = methodCall(node);
  if (call?.method === 'startsWith' && about(call.object)) return call.args[0] === undefined ? undefined : literalText(call.args[0]);
  if (node.type !== 'BinaryExpression' || (node.operator !== '===' && node.operator !== '==')) return undefined;
  const { left, right } = node;
  return about(left) ? literalText(right) : about(right) ? literalText(left) : undefined;
}

function mentionsUrl(node: SyntaxNode): boolean {
  return mentions(node, /^(?:url|path|pathname)$/u);
}

function mentionsMethod(node: SyntaxNode): boolean {
  return mentions(node, /^method$/u);
}

function mentions(node: SyntaxNode, name: RegExp): boolean {
  if (node.type === 'Identifier') return name.test(node.name);
  return node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier' && name.test(node.property.name);
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
