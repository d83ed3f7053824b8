/** `node:module`: `createRequire` gives the modules of the machine that calls; what would change how modules are loaded is refused. */
import { builtinModules, isBuiltin, SourceMap } from 'node:module';
import { current } from '../active.ts';
import { moduleAccess } from '../module-access.ts';
import { refusal, refusing } from './refusing.ts';

const INSTEAD = 'The program is loaded before the run; change its files, or pass what it needs as an argument.';

/** Also a class in Node, and code looks at its prototype. */
function Module(): never {
  return refusal('new Module()', INSTEAD)();
}

export const moduleModule: object = Object.assign(Module, {
  Module,
  builtinModules,
  isBuiltin,
  SourceMap,
  createRequire: (from: string | URL) => moduleAccess(current()).createRequire(from),
  findSourceMap: () => undefined,
  syncBuiltinESMExports: () => undefined,
  globalPaths: [],
  ...refusing('module', ['register', 'registerHooks', 'runMain', '_load', '_resolveFilename'], INSTEAD),
});
