/** The errors Node throws when a module cannot be found, linked or required; programs look at their codes and messages. */
import { dirname, resolve } from 'node:path';
import { notSimulated } from '../node-error.ts';
import { packageOf } from './resolve.ts';

type Coded = Error & { code?: string };

export function notFoundError(specifier: string, importer: string, mode: 'import' | 'require', reason: string): Error {
  if (/not exported/u.test(reason)) return notExported(reason);
  if (mode === 'require') {
    const message = `Cannot find module '${specifier}'\nRequire stack:\n- ${importer}`;
    return Object.assign(coded(new Error(message), 'MODULE_NOT_FOUND'), { requireStack: [importer] });
  }
  if (/^(?:data|blob|https?):/u.test(specifier))
    return notSimulated(
      `Importing from a ${specifier.slice(0, specifier.indexOf(':'))}: URL`,
      'Write the code into a file of the program.',
    );
  const owner = packageOf(specifier);
  const what = owner === undefined ? `module '${resolve(dirname(importer), specifier)}'` : `package '${owner}'`;
  return decorated(new Error(`Cannot find ${what} imported from ${importer}`), 'ERR_MODULE_NOT_FOUND');
}

function notExported(reason: string): Error {
  const subpath = /^"(?<path>[^"]*)"/u.exec(reason)?.groups?.['path'] ?? '.';
  const manifest = /exports field in (?<file>[^)]*)/u.exec(reason)?.groups?.['file'] ?? 'package.json';
  const what = subpath === '.' ? 'No "exports" main defined' : `Package subpath '${subpath}' is not defined by "exports"`;
  return decorated(new Error(`${what} in ${manifest}`), 'ERR_PACKAGE_PATH_NOT_EXPORTED');
}

export function requireAsyncError(path: string): Error {
  const message = `require() cannot be used on an ESM graph with top-level await. Use import() instead. To see where the top-level await comes from, use --experimental-print-required-tla.\n  Requiring ${path} `;
  return decorated(new Error(message), 'ERR_REQUIRE_ASYNC_MODULE');
}

export function requireCycleError(path: string): Error {
  return decorated(new Error(`Cannot require() ES Module ${path} in a cycle.`), 'ERR_REQUIRE_CYCLE_MODULE');
}

export function missingNameError(specifier: string, name: string, isCommonJs: boolean): SyntaxError {
  if (!isCommonJs) return new SyntaxError(`The requested module '${specifier}' does not provide an export named '${name}'`);
  return new SyntaxError(
    `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which may not support all module.exports as named exports.\nCommonJS modules can always be imported via the default export, for example using:\n\nimport pkg from '${specifier}';\nconst { ${name} } = pkg;\n`,
  );
}

export function invalidSpecifierError(value: unknown): Error {
  const received = typeof value === 'string' ? `Received '${value}'` : `Received ${value === null ? 'null' : `type ${typeof value}`}`;
  if (value === '') return decorated(new TypeError(`The argument 'id' must be a non-empty string. ${received}`), 'ERR_INVALID_ARG_VALUE');
  return decorated(new TypeError(`The "id" argument must be of type string. ${received}`), 'ERR_INVALID_ARG_TYPE');
}

/** Node writes the code behind the name in the first line of the stack. */
function decorated(error: Coded, code: string): Error {
  const { stack, name } = error;
  if (stack !== undefined) error.stack = stack.replace(name, `${name} [${code}]`);
  return coded(error, code);
}

function coded(error: Coded, code: string): Error {
  error.code = code;
  return error;
}
