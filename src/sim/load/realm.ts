/**
 * A language of its own for the modules of one machine: its own `Array.prototype`, its own `Error`, its own global object. Code is
 * compiled once for all realms and becomes functions in each of them. The counters are the same everywhere.
 */
import { constants, createContext, type Context, Script } from 'node:vm';
import { siteTable } from './sites.ts';

const globalOf = new Script('globalThis', { filename: 'fozzy:realm' });

export class Realm {
  /** What `globalThis` is inside. */
  readonly globalObject: object;
  readonly #context: Context;
  readonly #functions = new Map<Script, unknown>();
  readonly #counted = new Set<string>();

  /** `install` puts the simulated world in place, before any code runs. */
  constructor(install: (context: Context, globalObject: object) => void) {
    this.#context = emptyContext();
    // Reason for the cast: the script is one word.
    this.globalObject = globalOf.runInContext(this.#context) as object;
    siteTable().declareCheck((script) => this.#evaluate(script), this.globalObject);
    install(this.#context, this.globalObject);
  }

  get reflect(): object {
    // Reason for the cast: every language has one.
    return Reflect.get(this.globalObject, 'Reflect') as object;
  }

  /** What the script evaluates to in here; evaluated once. */
  run(script: Script, counters: { readonly name: string; readonly count: number }): unknown {
    if (!this.#functions.has(script)) {
      if (!this.#counted.has(counters.name)) {
        this.#counted.add(counters.name);
        siteTable().declareIn((text) => this.#evaluate(text), this.globalObject, counters.name, counters.count);
      }
      this.#functions.set(script, this.#evaluate(script));
    }
    return this.#functions.get(script);
  }

  #evaluate(script: Script): unknown {
    return script.runInContext(this.#context);
  }
}

/** Newer versions of Node can make contexts without a second object behind the global one, which are much faster. */
function emptyContext(): Context {
  const plain: unknown = Reflect.get(constants, 'DONT_CONTEXTIFY');
  return createContext(plain ?? {});
}
