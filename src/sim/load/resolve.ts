/** From a specifier to what it names, by the rules of Node and, for the user's own files, of TypeScript. */
import { isBuiltin } from 'node:module';
import { extname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Native, Resolver } from './native.ts';

export type ResolveMode = 'import' | 'require';

export type Resolution =
  | { readonly kind: 'file'; readonly path: string /** `?version=2`: another instance of the same file. */; readonly query: string }
  | { readonly kind: 'builtin'; readonly id: string }
  | { readonly kind: 'hosted'; readonly id: string; readonly package: string }
  | { readonly kind: 'missing'; readonly reason: string };

const conditions = { import: ['node', 'import', 'module-sync', 'node-addons'], require: ['node', 'require', 'module-sync', 'node-addons'] };
const nodeExtensions = ['.js', '.json', '.node'];
const sourceExtensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.node'];
/** A TypeScript file names the file it will be compiled to. */
const compiledFrom = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};
const orCompiledFrom = { '.js': ['.js', '.ts', '.tsx'], '.jsx': ['.jsx', '.tsx'], '.mjs': ['.mjs', '.mts'], '.cjs': ['.cjs', '.cts'] };

export class ModuleResolver {
  private readonly native: Native;
  private readonly hosted: ReadonlySet<string>;
  private readonly resolvers = new Map<string, Resolver>();

  constructor(native: Native, hosted: ReadonlySet<string>) {
    this.native = native;
    this.hosted = hosted;
  }

  resolve(specifier: string, importer: string, mode: ResolveMode): Resolution {
    if (specifier.startsWith('node:')) return { kind: 'builtin', id: specifier.slice('node:'.length) };
    const owner = packageOf(specifier);
    if (owner !== undefined && this.hosted.has(owner)) return { kind: 'hosted', id: specifier, package: owner };
    if (isBuiltin(specifier)) return { kind: 'builtin', id: specifier };
    return this.resolveFile(specifier, importer, mode);
  }

  /** Files may have come or gone. */
  forget(): void {
    for (const resolver of this.resolvers.values()) resolver.clearCache();
  }

  private resolveFile(specifier: string, importer: string, mode: ResolveMode): Resolution {
    const asked = mode === 'import' ? splitUrl(specifier) : { request: specifier, query: '' };
    if (asked === undefined) return { kind: 'missing', reason: `only file: and node: URLs can be loaded, not ${specifier.slice(0, 40)}` };
    const resolver = this.resolverFor(importer, mode);
    const { path, error } = resolver.resolveFileSync(importer, asked.request);
    if (path === undefined) return { kind: 'missing', reason: error ?? 'not found' };
    return { kind: 'file', path, query: asked.query };
  }

  private resolverFor(importer: string, mode: ResolveMode): Resolver {
    const installed = importer.includes(`${sep}node_modules${sep}`);
    const typed = /^\.[mc]?tsx?$/u.test(extname(importer));
    const key = `${mode} ${installed} ${typed}`;
    const known = this.resolvers.get(key);
    if (known !== undefined) return known;
    const resolver = this.native.resolver({
      conditionNames: conditions[mode],
      mainFields: ['main'],
      extensions: installed ? nodeExtensions : sourceExtensions,
      ...(installed ? {} : { extensionAlias: typed ? compiledFrom : orCompiledFrom, tsconfig: 'auto' as const }),
    });
    this.resolvers.set(key, resolver);
    return resolver;
  }
}

/** `@scope/name` of `@scope/name/file.js`; nothing for paths, URLs and `#internal` names. */
export function packageOf(specifier: string): string | undefined {
  return /^(?:@[^/\\%]+\/)?[^./\\%#@:][^/\\%:]*(?=\/|$)/u.exec(specifier)?.[0];
}

function splitUrl(specifier: string): { readonly request: string; readonly query: string } | undefined {
  if (!specifier.startsWith('file:')) {
    if (/^[a-z][a-z0-9+.-]+:/iu.test(specifier) && !/^[a-z]:[\\/]/iu.test(specifier)) return undefined;
    const query = /^\.{0,2}\//u.test(specifier) ? specifier.search(/[?#]/u) : -1;
    return query < 0 ? { request: specifier, query: '' } : { request: specifier.slice(0, query), query: specifier.slice(query) };
  }
  const url = new URL(specifier);
  const query = url.search + url.hash;
  return { request: fileURLToPath(new URL(url.pathname, 'file://')), query };
}
