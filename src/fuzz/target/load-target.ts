/** From the name of a function to something that can be called again and again, instrumented, with nothing of the host in reach. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { nearest } from '../../base/nearest.ts';
import { CodeBase } from '../../sim/load/code-base.ts';
import type { CodeCacheOptions } from '../../sim/load/code-cache.ts';
import type { ModuleCode } from '../../sim/load/module-code.ts';
import { ModuleSpace } from '../../sim/load/module-space.ts';
import { MissingModule } from '../../sim/load/module-host.ts';
import { installedPackage } from '../../sim/load/package-scope.ts';
import type { Detail } from '../../sim/load/prepare-source.ts';
import { SourcePlaces } from '../../sim/load/source-places.ts';
import type { GuardedBuiltins } from './guarded-builtins.ts';
import { ExitCalled } from './process-ends.ts';
import { errorText } from '../oracle/bucket.ts';
import { consumed } from './consume-results.ts';
import { HostDenied, hostProblem, invalidTarget } from './target-problem.ts';

export type TargetFunction = (...values: readonly unknown[]) => unknown;

export interface LoadedModule {
  readonly codeBase: CodeBase;
  readonly code: ModuleCode;
  readonly exports: object;
  readonly places: SourcePlaces;
}

export interface LoadOptions {
  /** Absolute. */
  readonly path: string;
  /** As the user wrote it. */
  readonly told: string;
  readonly detail: Detail;
  readonly builtins: GuardedBuiltins;
  readonly instrumented: readonly string[];
  readonly hosted: (specifier: string) => unknown;
  readonly cache?: CodeCacheOptions | undefined;
}

/** Files that are asked for by computed names become known one at a time. */
const ATTEMPTS_MAX = 64;

export async function loadModule(options: LoadOptions): Promise<LoadedModule> {
  const { path, told, builtins } = options;
  if (!existsSync(path)) throw invalidTarget(`the target ${told} names ${path}, which does not exist`, hintForFile(path, told));
  const own = installedPackage(path);
  const codeBase = await CodeBase.open({
    hosted: ['fozzy'],
    detail: options.detail,
    counted: (name) => name === own || options.instrumented.includes(name),
    cache: options.cache,
  });
  const code = codeBase.add(path);
  for (let attempt = 0; ; attempt += 1) {
    const host = { builtin: (id: string) => builtins.get(id), hosted: options.hosted, globalObject: globalThis };
    const space = new ModuleSpace(codeBase, host);
    builtins.createRequire = (from) => space.createRequire(from);
    try {
      const exports = await space.load(code);
      builtins.forgiveNative();
      return { codeBase, code, exports, places: new SourcePlaces(codeBase) };
    } catch (error) {
      const [missing] = space.missing;
      if (missing !== undefined && attempt < ATTEMPTS_MAX && (error instanceof MissingModule || space.missing.length > 0)) {
        codeBase.addIfPossible(missing);
        continue;
      }
      if (builtins.denied !== undefined) throw hostProblem(told, builtins.denied);
      throw importFailed(told, error, new SourcePlaces(codeBase));
    }
  }
}

function importFailed(told: string, error: unknown, places: SourcePlaces): FozzyError {
  if (error instanceof FozzyError) return error;
  const stack = error instanceof Error && error.stack !== undefined ? places.mapStack(error.stack) : String(error);
  const [first = '', ...frames] = stack.split('\n');
  // What the language itself did says little; where it was asked to says more.
  const own = frames.find((frame) => frame.includes('/') && !frame.includes('node:')) ?? frames[0] ?? '';
  const where = own === '' ? '' : ` (${own.trim()})`;
  const message =
    error instanceof ExitCalled
      ? `${told} wanted to end the process while it was imported: ${error.message}${where}`
      : `${told} threw while it was imported: ${first}${where}`;
  return new FozzyError('fuzz_target_invalid', message, {
    hint: 'the module must load on its own; mend it, or move the function into a module that does',
    cause: error,
  });
}

/** The function behind a name; `Parser.parse` is a static method, or a method of a new instance, or of what a factory makes. */
export function functionOf(exports: object, exported: string, told: string): TargetFunction {
  const [first = '', ...rest] = exported.split('.');
  const names = Object.keys(exports);
  if (!(first in exports)) {
    const close = nearest(first, names);
    const known = names.length === 0 ? 'it exports nothing' : `it exports ${names.slice(0, 8).join(', ')}`;
    throw invalidTarget(
      `${told}: the module has no export '${first}' (${known})`,
      close === undefined ? 'name one of its exports' : `did you mean '#${close}'?`,
    );
  }
  let value: unknown = Reflect.get(exports, first);
  for (const [index, name] of rest.entries()) value = memberOf(value, name, index === rest.length - 1, told);
  if (typeof value !== 'function')
    throw invalidTarget(
      `${told}: the export '${exported}' is ${kindOf(value)}, not a function`,
      'name an export that can be called with one input',
    );
  if (isClass(value))
    throw invalidTarget(
      `${told}: the export '${exported}' is a class`,
      `name a method of it, such as #${exported}.parse; it is called on a new instance`,
    );
  return consumed(value as TargetFunction); // it was checked to be a function
}

function memberOf(value: unknown, name: string, isLast: boolean, told: string): unknown {
  if (typeof value === 'function' && isLast && !(name in value)) {
    if (!isClass(value) && !hasMethods(value)) {
      // Reason for the cast: one that needs arguments fails when it is called, and is told so.
      return methodOfMade(value as () => unknown, name, told);
    }
    const Made = value as unknown as new () => Record<string, unknown>; // a class that does not fit fails when it is called
    const methods: object = Made.prototype as object; // every class has one
    if (!(name in methods)) {
      const close = nearest(name, Reflect.ownKeys(methods).map(String));
      const hint = close === undefined ? 'check the name of the method' : `did you mean '${close}'?`;
      throw invalidTarget(`${told}: ${value.name} has no method '${name}'`, hint);
    }
    const sample = tryToMake(() => new Made(), `new ${value.name}()`, told) as Record<string, unknown>; // a class makes objects
    if (typeof sample[name] !== 'function') throw invalidTarget(`${told}: '${name}' of ${value.name} is no method`, 'name a method of it');
    const written: unknown = Reflect.get(methods, name);
    return consumed((...values: readonly unknown[]) => {
      const made = new Made();
      return Reflect.apply(made[name] as TargetFunction, made, values); // looked up on the prototype above
    }, written);
  }
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !(name in value))
    throw invalidTarget(`${told}: there is no '${name}' in it`, 'check the name behind the dot');
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'function' ? member.bind(value) : member;
}

/** A function in the old style of classes has something on its prototype. */
function hasMethods(value: object): boolean {
  const prototype: unknown = Reflect.get(value, 'prototype');
  return typeof prototype === 'object' && prototype !== null && Reflect.ownKeys(prototype).length > 1;
}

/** `makeParser.parse`: a factory makes a fresh object for every call. */
function methodOfMade(make: () => unknown, name: string, told: string): TargetFunction {
  const found = memberOfMade(tryToMake(make, 'it, called with nothing,', told), name);
  if (found === undefined)
    throw invalidTarget(
      `${told}: what the function returns has no method '${name}'`,
      'check the name of the method, or name the function alone',
    );
  return (...values) => {
    const made = make();
    return Reflect.apply(memberOfMade(made, name) ?? found, made, values);
  };
}

/** What a method is called on is made without arguments, also where it asks for some. */
export function missingArguments(exports: object, exported: string): string | undefined {
  const [first = '', method, ...more] = exported.split('.');
  const maker: unknown = Reflect.get(exports, first);
  if (method === undefined || more.length > 0 || typeof maker !== 'function' || method in maker || maker.length === 0) return undefined;
  return `${isClass(maker) ? 'new ' : ''}${first}() is called without the arguments it asks for`;
}

/** What cannot be made without arguments fails for every input, and no input is to blame. */
function tryToMake(make: () => unknown, how: string, told: string): unknown {
  try {
    return make();
  } catch (error) {
    if (error instanceof FozzyError || error instanceof HostDenied) throw error;
    const { name, message } = errorText(error);
    throw invalidTarget(
      `${told}: ${how} throws ${name}: ${message}`,
      'export a function without arguments that makes one, and name it instead, or declare the target in a *.fuzz.ts file',
    );
  }
}

function memberOfMade(made: unknown, name: string): TargetFunction | undefined {
  const member: unknown = typeof made === 'object' && made !== null ? Reflect.get(made, name) : undefined;
  return typeof member === 'function' ? (member as TargetFunction) : undefined; // it was checked to be a function
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}

function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/u.test(Function.prototype.toString.call(value));
}

function hintForFile(path: string, told: string): string {
  const near = nearest(basename(path), existsSync(dirname(path)) ? readdirSync(dirname(path)) : []);
  if (near === undefined) return 'check the path; it is relative to the working directory, unless it is the name of an installed package';
  return `did you mean '${told.replace(basename(path), () => near)}'?`;
}
