/**
 * `Function` inside a simulation. Compiled CommonJS keeps its dynamic imports with `new Function('path', 'return import(path)')`, because
 * compilers would turn them into `require`. Code made from text has no module around it that could import, so that idiom is served here.
 */
import { current } from '../active.ts';
import { moduleAccess } from '../module-access.ts';

const RealFunction = globalThis.Function;
const IDIOM = /^\s*return\s+import\s*\(\s*(?<name>[A-Za-z_$][\w$]*)\s*\)\s*;?\s*$/u;

/** The function that imports, if that is what the text says; `texts` are parameters, then the body. */
function importing(texts: readonly unknown[]): ((specifier: unknown) => Promise<object>) | undefined {
  const [parameter, body] = texts;
  if (texts.length !== 2 || typeof parameter !== 'string' || typeof body !== 'string') return undefined;
  if (IDIOM.exec(body)?.groups?.['name'] !== parameter.trim()) return undefined;
  const access = moduleAccess(current());
  return (specifier) => access.importModule(specifier);
}

export const SimFunction = new Proxy(RealFunction, {
  apply: (target, self, texts: unknown[]): unknown => importing(texts) ?? Reflect.apply(target, self, texts),
  construct: (target, texts: unknown[], newTarget): object => importing(texts) ?? Reflect.construct(target, texts, newTarget),
});
