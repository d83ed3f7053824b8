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

/** What makes a function of a text: by the texts of its parameters, then by that of its body. */
const makers = new Map<string, Map<string, () => Made>>();
const MAKERS_MAX = 512;
let makersKept = 0;

/**
 * Programs that compile functions when they start (routers, validators) do so with the same texts in every run. A function made inside
 * another one from the same text is compiled once, and is a new function all the same. Undefined where the text may mean something else.
 * Bodies are long: one that is known is neither joined to anything nor searched again.
 */
function madeBefore(texts: readonly unknown[]): Made | undefined {
  const body = texts.at(-1);
  if (typeof body !== 'string' || !texts.every((text) => typeof text === 'string')) return undefined;
  const parameters = texts.length === 2 ? String(texts[0]) : texts.slice(0, -1).join(',');
  return (makers.get(parameters)?.get(body) ?? makerOf(texts, parameters, body))?.();
}

function makerOf(texts: readonly unknown[], parameters: string, body: string): (() => Made) | undefined {
  if (parameters.includes('import') || body.includes('import')) return undefined;
  // Whatever is wrong with it is said by the real one.
  Reflect.construct(RealFunction, texts);
  // Reason for the cast: it returns the function that was just shown to be one.
  const maker = Reflect.construct(RealFunction, [`return function anonymous(${parameters}\n) {\n${body}\n}`]) as () => Made;
  if (makersKept >= MAKERS_MAX) {
    makers.clear();
    makersKept = 0;
  }
  makersKept += 1;
  const known = makers.get(parameters);
  if (known === undefined) makers.set(parameters, new Map([[body, maker]]));
  else known.set(body, maker);
  return maker;
}

export const SimFunction = new Proxy(RealFunction, {
  apply: (target, self, texts: unknown[]): unknown => importing(texts) ?? madeBefore(texts) ?? Reflect.apply(target, self, texts),
  construct: (target, texts: unknown[], newTarget): object =>
    importing(texts) ?? (newTarget === SimFunction ? madeBefore(texts) : undefined) ?? Reflect.construct(target, texts, newTarget),
});
