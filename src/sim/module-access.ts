/** The modules of a machine, for builtins that load some: `module.createRequire`, `process.getBuiltinModule`. Set by whoever loads its program. */
import { isBuiltin } from 'node:module';
import type { Machine, Part } from './machine.ts';
import { notSimulated } from './node-error.ts';

export interface ModuleAccess {
  createRequire(from: string | URL): (specifier: string) => unknown;
  /** What `import()` gives in code that belongs to no module; relative names start at the working directory. */
  importModule(specifier: unknown): Promise<object>;
  /** The copy of a builtin that belongs to this machine. */
  builtin(id: string): unknown;
  /** What `globalThis` is to its code. */
  readonly globalObject: object;
}

const accessPart: Part<{ access: ModuleAccess | undefined }> = { name: 'module access', create: () => ({ access: undefined }) };

export function setModuleAccess(machine: Machine, access: ModuleAccess): void {
  machine.part(accessPart).access = access;
}

export function moduleAccess(machine: Machine): ModuleAccess {
  // Clients, and nodes that are functions, run code of the scenario.
  const access = machine.peek(accessPart)?.access ?? machine.kernel.machines[0]?.peek(accessPart)?.access;
  if (access === undefined) {
    throw notSimulated(
      'Loading modules here',
      'The program of this machine is a function; import what it needs at the top of the scenario.',
    );
  }
  return access;
}

/** Undefined where no program has been loaded. */
export function globalObjectOf(machine: Machine): object | undefined {
  return (machine.peek(accessPart)?.access ?? machine.kernel.machines[0]?.peek(accessPart)?.access)?.globalObject;
}

type BuiltinSource = (id: string) => unknown;

let builtinSource: BuiltinSource = (id) => {
  throw notSimulated(`The builtin module ${id}`, 'No builtins have been loaded.');
};

/** The table of builtins registers itself when it is loaded. */
export function setBuiltinSource(source: BuiltinSource): void {
  builtinSource = source;
}

/** By its name with or without `node:`; undefined for what is none. */
export function builtinOf(machine: Machine, id: string): unknown {
  if (!isBuiltin(id)) return undefined;
  const name = id.startsWith('node:') ? id.slice(5) : id;
  const access = machine.peek(accessPart)?.access;
  return access === undefined ? builtinSource(name) : access.builtin(name);
}
