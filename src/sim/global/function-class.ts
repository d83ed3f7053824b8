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

type Made = (...args: unknown[]) => unknown;

/** What makes a function of a text, by that text. */
const makers = new Map<string, () => Made>();
const MAKERS_MAX = 512;

/**
 * Programs that compile functions when they start (routers, validators) do so with the same texts in every run. A function made inside
 * another one from the same text is compiled once, and is a new function all the same. Undefined where the text may mean something else.
 */
function madeBefore(texts: readonly unknown[]): Made | undefined {
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' && !text.includes('import'))) return undefined;
  const body = String(texts.at(-1));
  const text = `function anonymous(${texts.slice(0, -1).join(',')}\n) {\n${body}\n}`;
  let maker = makers.get(text);
  if (maker === undefined) {
    // Whatever is wrong with it is said by the real one.
    Reflect.construct(RealFunction, texts);
    // Reason for the cast: it returns the function that was just shown to be one.
    maker = Reflect.construct(RealFunction, [`return ${text}`]) as () => Made;
    if (makers.size >= MAKERS_MAX) makers.clear();
    makers.set(text, maker);
  }
  return maker();
}

export const SimFunction = new Proxy(RealFunction, {
  apply: (target, self, texts: unknown[]): unknown => importing(texts) ?? madeBefore(texts) ?? Reflect.apply(target, self, texts),
  construct: (target, texts: unknown[], newTarget): object =>
    importing(texts) ?? (newTarget === SimFunction ? madeBefore(texts) : undefined) ?? Reflect.construct(target, texts, newTarget),
});
