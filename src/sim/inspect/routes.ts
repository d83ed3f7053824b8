/**
 * The routes a program answers, read from its syntax: `app.get('/x', …)`, `router.route('/x').post(…)`, `fastify.route({…})`, routers that
 * are mounted below a path, and comparisons of `req.url` in plain servers. What is computed at run time stays unseen.
 */
import type { ESTree, SyntaxNode } from '../load/native.ts';
import { literalText } from '../load/syntax.ts';
import { everyNode, memberOf, methodCall } from './parse-source.ts';
import { controllerRoutes } from './controller-routes.ts';
import type { FoundRoute } from './found-route.ts';
import { bodySample } from './request-body.ts';
import { type SourceFile, SourceNames } from './source-names.ts';

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

interface Placed {
  readonly method: string;
  readonly path: string;
  /** Where it is told what becomes of a request. */
  readonly handlers: readonly SyntaxNode[];
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

export function findRoutes(files: readonly SourceFile[]): readonly FoundRoute[] {
  const mounts = files.flatMap((file) => [...mountsIn(file)]);
  const names = new SourceNames(files);
  const routes = files.flatMap((file) =>
    [...routesIn(file)].flatMap((route) => {
      const body = bodySample(route.handlers, file, names);
      return prefixesOf(route, mounts).map((prefix) => ({ method: route.method, path: joined(prefix, route.path), body }));
    }),
  );
  const found = new Map<string, FoundRoute>();
  for (const route of [...routes, ...controllerRoutes(files, names)]) {
    const key = `${route.method} ${route.path}`;
    const known = found.get(key);
    if (known === undefined || sizeOf(known) < sizeOf(route)) found.set(key, route);
  }
  return [...found.values()];
}

function sizeOf({ body }: FoundRoute): number {
  return Object.keys(body).length;
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

function* routesIn({ path: file, program }: SourceFile): Generator<Placed, void, void> {
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
        if (path !== undefined) yield { method: 'GET', path, handlers: consequent, file, on: '' };
      }
    }
  }
}

type Call = NonNullable<ReturnType<typeof methodCall>>;

function routesOfCall({ object, method, args }: Call): readonly Omit<Placed, 'file'>[] {
  const [first, ...handlers] = args;
  if (METHODS.has(method) && first !== undefined) {
    const path = routePath(first);
    if (path !== undefined && handlers.length > 0) return [{ method: method.toUpperCase(), path, handlers, on: nameOf(object) }];
    // app.route('/x').get(handler).post(handler)
    const base = chainedRoute(object);
    return base === undefined ? [] : [{ method: method.toUpperCase(), path: base.path, handlers: args, on: base.on }];
  }
  if (method !== 'route' || first?.type !== 'ObjectExpression') return [];
  const path = routePath(memberOf(first, 'url') ?? memberOf(first, 'path'));
  const methods = memberOf(first, 'method');
  const named = methods?.type === 'ArrayExpression' ? methods.elements : [methods];
  if (path === undefined) return [];
  return named.flatMap((each) => {
    const text = each === null || each === undefined ? undefined : literalText(each);
    return text === undefined ? [] : [{ method: text.toUpperCase(), path, handlers: [first], on: nameOf(object) }];
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

/** Of `app.get(…).post(…)`, `app`. */
function nameOf(node: SyntaxNode): string {
  const call = methodCall(node);
  if (call !== undefined && (METHODS.has(call.method) || call.method === 'use')) return nameOf(call.object);
  return node.type === 'Identifier' ? node.name : '';
}

/** `new Router({ prefix: '/api' })`, by the name of the variable. */
function routerPrefixes(program: ESTree.Program): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const node of everyNode(program)) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init === null) continue;
    const { init } = node;
    if (init.type !== 'NewExpression' && init.type !== 'CallExpression') continue;
    const call = methodCall(init);
    // new Hono().basePath('/api')
    const prefix = call?.method === 'basePath' ? routePath(call.args[0]) : routePath(memberOf(init.arguments[0], 'prefix'));
    if (prefix !== undefined) found.set(node.id.name, prefix);
  }
  return found;
}

/** `app.use('/api', router)`, `app.route('/api', sub)`, `fastify.register(plugin, { prefix })`. */
function* mountsIn({ path: file, program, imports }: SourceFile): Generator<Mount, void, void> {
  const prefixes = routerPrefixes(program);
  for (const node of everyNode(program)) {
    const call = methodCall(node);
    if (call === undefined) continue;
    const { object, method, args } = call;
    const isRegister = method === 'register';
    const below = isRegister ? routePath(memberOf(args[1], 'prefix')) : routePath(args[0]);
    if (below === undefined || !['use', 'route', 'register'].includes(method)) continue;
    const prefix = joined(prefixes.get(nameOf(object)) ?? '', below);
    for (const mounted of isRegister ? args.slice(0, 1) : args.slice(1)) {
      const name = mountedName(mounted);
      const target = imports.get(name) ?? requiredFile(mounted, imports);
      if (target !== undefined) yield { prefix, from: { file, on: nameOf(object) }, to: { file: target } };
      else if (name !== '') yield { prefix, from: { file, on: nameOf(object) }, to: { file, on: name } };
    }
  }
}

/** Of `router`, `router.routes()`, `users.router`, `createRouter(db)` and `new Users().router`, what the router comes from. */
function mountedName(node: SyntaxNode): string {
  if (node.type === 'MemberExpression') return mountedName(node.object);
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return mountedName(node.callee);
  return nameOf(node);
}

/** `app.use('/api', require('./api'))` */
function requiredFile(node: SyntaxNode, imports: ReadonlyMap<string, string>): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require') return undefined;
  const specifier = literalText(node.arguments[0] ?? node);
  return specifier === undefined ? undefined : imports.get(`require ${specifier}`);
}

/** `if (req.method === 'POST' && req.url === '/x') { … }` of a plain server. */
function comparisons(test: SyntaxNode, then: SyntaxNode): readonly Pick<Placed, 'method' | 'path' | 'handlers'>[] {
  const parts = conjuncts(test);
  const path = parts.map((part) => compared(part, mentionsUrl)).find((text) => text?.startsWith('/') === true);
  if (path === undefined) return [];
  const method = parts.map((part) => compared(part, mentionsMethod)).find((text) => text !== undefined && METHODS.has(text.toLowerCase()));
  return [{ method: (method ?? 'GET').toUpperCase(), path, handlers: [then] }];
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
