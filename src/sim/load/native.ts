/**
 * The only door to rolldown: parsing, stripping of types, and finding files. It is native code and takes some 50 ms to start, so it is
 * loaded when the first subject is, and nothing else of Fozzy waits for it.
 */
import type { ParseResult, ResolveOptions, ResolveResult, TransformOptions, TransformResult } from 'rolldown/experimental';
import type { ESTree } from 'rolldown/utils';

export type { ESTree, ParseResult, ResolveResult, TransformResult };
export type SyntaxNode = ESTree.Node;

export interface Resolver {
  resolveFileSync(file: string, request: string): ResolveResult;
  sync(directory: string, request: string): ResolveResult;
  clearCache(): void;
}

export interface Native {
  parse(path: string, code: string, sourceType: 'module' | 'commonjs'): ParseResult;
  /** Source as it was written, types and all. */
  parseWritten(path: string, code: string, lang: 'js' | 'jsx' | 'ts' | 'tsx'): ParseResult;
  /** As above, and the tree has the types too. */
  parseTyped(path: string, code: string, lang: 'ts' | 'tsx'): ParseResult;
  transform(path: string, code: string, options: TransformOptions): TransformResult;
  resolver(options: ResolveOptions): Resolver;
}

let loaded: Promise<Native> | undefined;

export function loadNative(): Promise<Native> {
  loaded ??= open();
  return loaded;
}

async function open(): Promise<Native> {
  const { parseSync, transformSync, ResolverFactory, TsconfigCache } = await import('rolldown/experimental');
  const configs = new TsconfigCache();
  // Places of a stack are worked out while simulated globals are in place; left to itself, rolldown would ask those for the directory.
  const cwd = process.cwd();
  return {
    parse: (path, code, sourceType) => parseSync(path, code, { lang: 'js', astType: 'js', sourceType, preserveParens: false }),
    parseWritten: (path, code, lang) => parseSync(path, code, { lang, astType: 'js', preserveParens: false }),
    parseTyped: (path, code, lang) => parseSync(path, code, { lang, astType: 'ts', preserveParens: false }),
    transform: (path, code, options) => transformSync(path, code, { cwd, ...options }, configs),
    resolver: (options) => new ResolverFactory(options),
  };
}
