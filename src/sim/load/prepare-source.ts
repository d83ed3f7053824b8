/** From the bytes of one file to lowered code: decide what kind of module it is, strip types, parse, lower. */
import type { SourceMapPayload } from 'node:module';
import { extname } from 'node:path';
import { blake3Hex } from '../../base/blake3.ts';
import type { FozzyError } from '../../base/problem.ts';
import { beyondProblem } from './beyond-syntax.ts';
import type { Place } from './load-problem.ts';
import { addonProblem, loadProblem, problemAt, syntaxProblem, unsupportedProblem } from './load-problem.ts';
import type { Lowered } from './lower.ts';
import { lower, loweringVersion } from './lower.ts';
import type { Native, ParseResult, TransformResult } from './native.ts';
import type { PackageScope } from './package-scope.ts';

export interface SourceText {
  readonly path: string;
  readonly query: string;
  readonly source: string;
  readonly digest: string;
  readonly scope: PackageScope;
  /** The user's own code is counted, other code only checked. */
  readonly counting: boolean;
  readonly detail?: Detail;
}

/** How closely counted code is watched: its blocks, every way an expression can go, or its comparisons as well. */
export type Detail = 'blocks' | 'arms' | 'comparisons';

/** Lowered code together with the text it was lowered from, which is not the user's where types had to be stripped. */
export interface PreparedSource {
  readonly lowered: Lowered;
  readonly plain: string;
  /** From the stripped text back to the user's; made on demand. */
  readonly map: SourceMapPayload | undefined;
  /** The name of its counters. */
  readonly arrayName: string;
  /** TypeScript that is meant to become CommonJS. */
  readonly commonJsNames: boolean;
}

type Language = 'js' | 'jsx' | 'ts' | 'tsx';

const languages: Readonly<Record<string, Language>> = {
  '': 'js',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
};

export function isJson(path: string): boolean {
  return extname(path) === '.json';
}

/** Refuses what cannot be loaded whatever it contains. */
export function checkFileType(path: string, importer: Place | undefined): void {
  const extension = extname(path);
  if (extension === '.node') throw addonProblem(path, importer);
  if (extension !== '.json' && languages[extension] === undefined) throw unsupportedProblem(path, importer);
}

export function checkJson(path: string, source: string): void {
  try {
    JSON.parse(source);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = Number(/position (\d+)/u.exec(message)?.[1] ?? Number.NaN);
    const said = `not valid JSON: ${message.replace(/ \(line \d+ column \d+\)/u, '')}`;
    const hint = 'correct the file, then run the command again';
    if (Number.isNaN(offset)) throw loadProblem(path, undefined, said, hint);
    throw problemAt({ path, source, offset }, said, hint);
  }
}

/** JavaScript is lowered as it is; what becomes of other languages depends on the configuration of the project. */
export function isPlain(path: string): boolean {
  return languages[extname(path)] === 'js';
}

/** Everything that decides what code comes out has a part in its name. */
export function arrayNameOf({ path, query, scope, counting, detail = 'blocks' }: SourceText, plainDigest: string): string {
  // Watching comparisons moves no counter, so both kinds of code can share them.
  const sites = detail === 'blocks' ? counting : `${counting} arms`;
  return `$f${blake3Hex(`${loweringVersion}\n${path}${query}\n${scope.type ?? ''}\n${sites}\n${plainDigest}`).slice(0, 12)}`;
}

export function prepareSource(native: Native, text: SourceText, mapped = false): PreparedSource {
  const { path, source, scope } = text;
  const extension = extname(path);
  const language = languages[extension] ?? 'js';
  const stripped = language === 'js' ? undefined : strip(native, path, source, language, mapped);
  const plain = stripped?.code ?? source;
  const parsed = parseAs(native, text, plain, kindOf(extension, scope, language), language);
  const arrayName = arrayNameOf(text, stripped === undefined ? text.digest : blake3Hex(plain));
  const commonJsNames = language !== 'js' && parsed.format === 'esm' && scope.type !== 'module' && extension !== '.mts';
  const lowered = lower(plain, parsed.program, {
    format: parsed.format,
    counting: text.counting,
    ...(text.detail === undefined ? {} : { detail: text.detail }),
    arrayName,
    commonJsNames,
    helpers: Object.keys(stripped?.helpersUsed ?? {}).length > 0,
  });
  if (lowered.isBeyond) throw beyondProblem(native, text, language);
  return { lowered, plain, arrayName, commonJsNames, map: stripped?.map === undefined ? undefined : payload(path, stripped.map) };
}

type Kind = 'esm' | 'cjs' | 'either';

function kindOf(extension: string, scope: PackageScope, language: Language): Kind {
  if (extension === '.mjs' || extension === '.mts') return 'esm';
  if (extension === '.cjs') return 'cjs';
  if (extension !== '.cts' && scope.type === 'module') return 'esm';
  // TypeScript is written with `import` even where it is meant to become CommonJS.
  return language === 'js' && scope.type === 'commonjs' ? 'cjs' : 'either';
}

function parseAs(native: Native, text: SourceText, plain: string, kind: Kind, language: Language) {
  const first = kind === 'esm' ? 'esm' : 'cjs';
  const result = native.parse(text.path, plain, first === 'esm' ? 'module' : 'commonjs');
  if (result.errors.length === 0) return { format: first, program: result.program } as const;
  const again = kind === 'either' ? native.parse(text.path, plain, 'module') : undefined;
  const isModule = again !== undefined && (again.errors.length === 0 || again.module.hasModuleSyntax);
  const parsed = isModule ? again : result;
  const error = parsed.errors[0];
  if (error === undefined) return { format: isModule ? 'esm' : first, program: parsed.program } as const;
  // What is left of decorators when types are stripped can be where none may stand.
  if (error.message.startsWith('Decorators are not valid')) throw beyondProblem(native, text, language);
  throw unreadable(error, text, plain);
}

function unreadable(error: ParseResult['errors'][number], { path, source }: SourceText, plain: string): FozzyError {
  if (plain !== source) return loadProblem(path, undefined, `syntax error: ${error.message}`, error.helpMessage ?? 'correct the file');
  const isModule = /import statement outside|export' outside|outside of a module|outside a module/u.test(error.message);
  const help = isModule ? 'name the file .mjs, or set "type": "module" in package.json' : error.helpMessage;
  return syntaxProblem({ path, source, offset: error.labels[0]?.start ?? 0 }, error.message, help);
}

/** Read once: while runs go on, `process` is that of whoever is on stage, and stacks are explained between them, too. */
const TARGET = `node${process.versions.node}`;

function strip(native: Native, path: string, source: string, language: Language, sourcemap: boolean): TransformResult {
  const result = native.transform(path, source, {
    lang: language,
    sourceType: 'unambiguous',
    sourcemap,
    helpers: { mode: 'External' },
    target: TARGET,
    tsconfig: !path.includes('node_modules'),
  });
  const error = result.errors[0];
  if (error === undefined) return result;
  const offset = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
  const said = error.message.split('\n', 1)[0]?.replace(/^\[\w+\] /u, '') ?? 'unreadable';
  throw syntaxProblem({ path, source, offset }, said, null);
}

function payload(path: string, map: NonNullable<TransformResult['map']>): SourceMapPayload {
  return { file: path, version: 3, sources: [path], sourcesContent: [], names: [], mappings: map.mappings, sourceRoot: '' };
}
