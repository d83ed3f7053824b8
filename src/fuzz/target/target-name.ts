/** The words people name targets with: `fn:src/parse.ts#parse`, `src/parse.ts#default`, `scenario:tests/a.fozzy.json`, `tests/a.fozzy.json`. */
import { invalidTarget } from './target-problem.ts';

export type TargetName =
  | { readonly kind: 'function'; readonly module: string; readonly exported: string }
  /** A scenario, or a simulation; `only` chooses one of several simulations of a file. */
  | { readonly kind: 'scenario'; readonly path: string; readonly only: string | undefined }
  /** A file that declares targets itself; `only` chooses one of several. */
  | { readonly kind: 'declared'; readonly module: string; readonly only: string | undefined };

const HINT = 'write <module>#<export>, such as src/parse.ts#parse; scenario:<file>; or the path of a *.fuzz.ts or *.fozzy.json file';

export function parseTarget(text: string): TargetName {
  if (text.startsWith('scenario:')) return scenarioName(text, text.slice('scenario:'.length));
  const named = text.startsWith('fn:') ? text.slice('fn:'.length) : text;
  const hash = named.lastIndexOf('#');
  const module = hash < 0 ? named : named.slice(0, hash);
  const exported = hash < 0 ? undefined : named.slice(hash + 1);
  if (module === '') throw invalidTarget(`the target '${text}' names no file`, HINT);
  if (exported === '')
    throw invalidTarget(`the target '${text}' names no export after '#'`, `write ${module}#default for the default export`);
  if (/\.fuzz\.[cm]?[jt]sx?$/u.test(module)) return { kind: 'declared', module, only: exported };
  if (!text.startsWith('fn:') && SCENARIO.test(module)) return scenarioName(text, named);
  if (exported !== undefined) return { kind: 'function', module, exported };
  throw invalidTarget(
    `the target '${text}' does not say which export to call`,
    /\.[cm]?[jt]sx?$/u.test(module) ? `write ${module}#<export>` : HINT,
  );
}

const SCENARIO = /\.fozzy\.(?:json|[cm]?[jt]s)$/u;

function scenarioName(text: string, named: string): TargetName {
  const hash = named.lastIndexOf('#');
  const path = hash < 0 ? named : named.slice(0, hash);
  if (!SCENARIO.test(path))
    throw invalidTarget(`the target '${text}' is no scenario`, 'scenarios are *.fozzy.json files, simulations *.fozzy.ts files');
  return { kind: 'scenario', path, only: hash < 0 ? undefined : named.slice(hash + 1) };
}

export function targetText(name: TargetName): string {
  if (name.kind === 'scenario') return `scenario:${name.path}${name.only === undefined ? '' : `#${name.only}`}`;
  if (name.kind === 'function') return `fn:${name.module}#${name.exported}`;
  return `fn:${name.module}${name.only === undefined ? '' : `#${name.only}`}`;
}
