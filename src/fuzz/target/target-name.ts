/** The words people name targets with: `fn:src/parse.ts#parse`, `src/parse.ts#default`, `scenario:tests/a.fozzy.json`, `tests/a.fozzy.json`. */
import { invalidTarget } from './target-problem.ts';

export type TargetName =
  | { readonly kind: 'function'; readonly module: string; readonly exported: string }
  | { readonly kind: 'scenario'; readonly path: string }
  /** A file that declares targets itself; `only` chooses one of several. */
  | { readonly kind: 'declared'; readonly module: string; readonly only: string | undefined };

const HINT = 'write <module>#<export>, such as src/parse.ts#parse; scenario:<file>; or the path of a *.fuzz.ts or *.fozzy.json file';

export function parseTarget(text: string): TargetName {
  if (text.startsWith('scenario:')) return { kind: 'scenario', path: text.slice('scenario:'.length) };
  const named = text.startsWith('fn:') ? text.slice('fn:'.length) : text;
  const hash = named.lastIndexOf('#');
  const module = hash < 0 ? named : named.slice(0, hash);
  const exported = hash < 0 ? undefined : named.slice(hash + 1);
  if (module === '') throw invalidTarget(`the target '${text}' names no file`, HINT);
  if (exported === '')
    throw invalidTarget(`the target '${text}' names no export after '#'`, `write ${module}#default for the default export`);
  if (/\.fuzz\.[cm]?[jt]sx?$/u.test(module)) return { kind: 'declared', module, only: exported };
  if (exported !== undefined) return { kind: 'function', module, exported };
  if (!text.startsWith('fn:') && /\.fozzy\.(?:json|[cm]?[jt]s)$/u.test(module)) return { kind: 'scenario', path: module };
  throw invalidTarget(
    `the target '${text}' does not say which export to call`,
    /\.[cm]?[jt]sx?$/u.test(module) ? `write ${module}#<export>` : HINT,
  );
}

export function targetText(name: TargetName): string {
  if (name.kind === 'scenario') return `scenario:${name.path}`;
  if (name.kind === 'function') return `fn:${name.module}#${name.exported}`;
  return `fn:${name.module}${name.only === undefined ? '' : `#${name.only}`}`;
}
