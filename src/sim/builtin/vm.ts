/**
 * `node:vm`. Code of this context lands in the simulation like all code, because the globals are replaced. A new context brings a
 * language of its own with a real clock and real randomness, so those are replaced in it before anybody runs code there.
 */
import vm from 'node:vm';
import { current } from '../active.ts';
import { simRandom } from '../global/random.ts';
import { temporalNow } from '../global/temporal.ts';
import { weakGlobals } from '../global/weak.ts';
import { atomicsFunctions } from '../global/atomics.ts';
import { notSimulated } from '../node-error.ts';
import { copyModule } from './copy-module.ts';
import { refusing } from './refusing.ts';

/** Runs inside the new context, so that dates are dates of that context. */
const settle = new vm.Script(
  `(({ wallMs, random, weak, atomics, temporalNow }) => {
    const RealDate = Date;
    const SimDate = function Date(...args) {
      if (new.target === undefined) return new RealDate(wallMs()).toString();
      return Reflect.construct(RealDate, args.length === 0 ? [wallMs()] : args, new.target);
    };
    Object.defineProperty(SimDate, 'length', { value: 7 });
    SimDate.prototype = RealDate.prototype;
    Object.defineProperty(RealDate.prototype, 'constructor', { value: SimDate, writable: true, configurable: true });
    const define = (target, key, value) => Object.defineProperty(target, key, { value, writable: true, configurable: true });
    define(SimDate, 'now', () => wallMs());
    define(SimDate, 'parse', RealDate.parse);
    define(SimDate, 'UTC', RealDate.UTC);
    define(globalThis, 'Date', SimDate);
    define(Math, 'random', random);
    for (const [key, value] of Object.entries(weak)) define(globalThis, key, value);
    for (const [key, value] of Object.entries(atomics)) define(Atomics, key, value);
    delete globalThis.WebAssembly;
    if (globalThis.Temporal) for (const [key, value] of Object.entries(temporalNow(Temporal))) define(Temporal.Now, key, value);
    const formatOf = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format').get;
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      configurable: true,
      get() {
        const format = Reflect.apply(formatOf, this, []);
        return (date) => format(date ?? wallMs());
      },
    });
    const format = Intl.DateTimeFormat.prototype.formatToParts;
    define(Intl.DateTimeFormat.prototype, 'formatToParts', function formatToParts(date) {
      return Reflect.apply(format, this, [date ?? wallMs()]);
    });
  })`,
  { filename: 'fozzy:context' },
);

function createContext(object?: object, options?: vm.CreateContextOptions): object {
  const isNew = object === undefined || typeof object !== 'object' || !vm.isContext(object);
  const context = vm.createContext(object, judged(options));
  if (isNew) simulateLanguage(context);
  return context;
}

/** Puts a new context on the clock and the randomness of whoever calls. */
export function simulateLanguage(context: vm.Context): void {
  const install: unknown = settle.runInContext(context);
  const parts = { wallMs: () => current().wallMs(), random: simRandom, weak: weakGlobals, atomics: atomicsFunctions, temporalNow };
  if (typeof install === 'function') Reflect.apply(install, undefined, [parts]);
}

/** Importing from such code would reach real modules. */
function judged<T>(options: T): T {
  if (typeof options === 'object' && options !== null && Reflect.get(options, 'importModuleDynamically') !== undefined) {
    throw notSimulated('vm with `importModuleDynamically`', 'Load modules with import() or require() of the program itself.');
  }
  return options;
}

class SimScript extends vm.Script {
  constructor(code: string, options?: vm.ScriptOptions | string) {
    super(code, judged(options));
  }

  override runInContext(context: vm.Context, options?: vm.RunningScriptOptions): unknown {
    return super.runInContext(context, options);
  }

  override runInNewContext(object?: vm.Context, options?: vm.RunningScriptInNewContextOptions): unknown {
    return super.runInContext(createContext(object), options);
  }
}

Object.defineProperty(SimScript, 'name', { value: 'Script' });

export const simVm: Record<string, unknown> = copyModule(vm, {
  Script: SimScript,
  createContext,
  createScript: (code: string, options?: vm.ScriptOptions) => new SimScript(code, options),
  runInContext: (code: string, context: vm.Context, options?: vm.RunningCodeOptions | string) =>
    vm.runInContext(code, context, judged(options)),
  runInNewContext: (code: string, object?: vm.Context, options?: vm.RunningCodeInNewContextOptions | string) =>
    vm.runInContext(code, createContext(object), judged(options)),
  runInThisContext: (code: string, options?: vm.RunningCodeOptions | string) => vm.runInThisContext(code, judged(options)),
  compileFunction: (code: string, params?: string[], options?: vm.CompileFunctionOptions) =>
    vm.compileFunction(code, params, judged(options)),
  ...refusing(
    'vm',
    ['measureMemory', 'SourceTextModule', 'SyntheticModule', 'Module'],
    'Load modules with import() of the program itself.',
  ),
});
