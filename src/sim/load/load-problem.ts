/** Refusals to load a file: what is wrong, where, and what to do about it. */
import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { lineIndex } from '../../base/line-index.ts';
import { nearest } from '../../base/nearest.ts';
import { FozzyError } from '../../base/problem.ts';
import { installedPackage } from './package-scope.ts';
import { packageOf } from './resolve.ts';

export interface Place {
  readonly path: string;
  readonly source: string;
  readonly offset: number;
}

export function loadProblem(
  path: string,
  place: { readonly line: number; readonly column: number } | undefined,
  message: string,
  hint: string,
): FozzyError {
  const at = place === undefined ? path : `${path}:${place.line}:${place.column}`;
  const details = { path, ...(place === undefined ? {} : { line: place.line, column: place.column }) };
  return new FozzyError('module_load_failed', `${at}: ${message}`, { hint, details });
}

export function problemAt({ path, source, offset }: Place, message: string, hint: string): FozzyError {
  return loadProblem(path, lineIndex(source).at(offset), message, hint);
}

export function syntaxProblem(place: Place, message: string, help: string | null): FozzyError {
  return problemAt(place, `syntax error: ${message}`, help ?? 'correct the line, then run the command again');
}

export function notFoundProblem(place: Place, specifier: string, reason: string): FozzyError {
  const owner = packageOf(specifier);
  const message = `cannot find ${owner === undefined ? 'module' : 'package'} '${specifier}'${/not exported/u.test(reason) ? `: ${reason}` : ''}`;
  return problemAt(place, message, owner === undefined ? hintForFile(place.path, specifier) : hintForPackage(owner, reason));
}

export function addonProblem(path: string, importer: Place | undefined): FozzyError {
  const message = `${basename(path)} is a native addon, and what native code does cannot be simulated`;
  const owner = installedPackage(path) ?? 'the package that loads it';
  const hint = `use a package without native code, or share this one with the host on purpose: simulation(name, { external: ['${owner}'] }, …)`;
  return importer === undefined ? loadProblem(path, undefined, message, hint) : problemAt(importer, message, hint);
}

export function unsupportedProblem(path: string, importer: Place | undefined): FozzyError {
  const extension = extname(path);
  const message = `files of type ${extension === '' ? `'${basename(path)}'` : extension} cannot be loaded`;
  const hint = 'JavaScript, TypeScript, JSX and JSON can be; read other files with `node:fs`';
  return importer === undefined ? loadProblem(path, undefined, message, hint) : problemAt(importer, message, hint);
}

export function unreadableProblem(path: string, error: unknown): FozzyError {
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const why = missing ? 'there is no such file' : `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  return loadProblem(path, undefined, why, missing ? hintForFile(path, path) : 'check the permissions of the file');
}

/** How a frame begins that stands for an import, where the user wrote it: no code runs there that V8 could name. */
export const IMPORT_FRAME = 'at import (';

/** The error, with this import as the first of its stack. */
export function withFrame(error: unknown, { path, source, offset }: Place): unknown {
  if (!(error instanceof Error)) return error;
  const { line, column } = lineIndex(source).at(offset);
  const [head = '', ...frames] = String(error.stack).split(/\n(?=\s+at )/u);
  error.stack = [head, `    ${IMPORT_FRAME}${path}:${line}:${column})`, ...frames].join('\n');
  return error;
}

function hintForPackage(owner: string, reason: string): string {
  return /not exported/u.test(reason) ? `import one of the paths that ${owner} exports` : `run \`npm install ${owner}\``;
}

/** The file next to the missing one that was probably meant. */
function hintForFile(importer: string, specifier: string): string {
  if (specifier.startsWith('#')) return 'add the name to "imports" in package.json';
  const wanted = resolve(dirname(importer), specifier);
  const there = entriesOf(dirname(wanted));
  const stem = (name: string) => name.slice(0, name.length - extname(name).length);
  const meant = there.find((name) => stem(name) === basename(wanted)) ?? nearest(basename(wanted), there);
  if (meant === undefined) return 'check the path; it is relative to the file that names it';
  const path = relative(dirname(importer), join(dirname(wanted), meant));
  return `did you mean '${path.startsWith('.') ? path : `./${path}`}'?`;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
