/**
 * What a subject will touch and how it is served, known before anything runs: the modules of Node it imports, the packages it uses, native
 * code, and the globals that mean something else inside a simulation.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { bareName, servedBy } from '../builtin/table.ts';
import { replacedGlobals } from '../global/install.ts';
import { CodeBase } from '../load/code-base.ts';
import type { ModuleCode } from '../load/module-code.ts';
import { sharingOf } from '../load/vetted-packages.ts';
import { parseSource } from './parse-source.ts';
import { readSimulationSource, type SimulationSource } from './simulation-source.ts';

export interface TouchedBuiltin {
  readonly id: string;
  /** 'pure' = Node's own module, which touches nothing; 'refused' = importing it is an error. */
  readonly served: 'simulated' | 'pure' | 'refused when called' | 'refused';
  /** Own files, or packages. */
  readonly by: readonly string[];
}

export interface TouchedPackage {
  readonly name: string;
  readonly version: string | null;
  /** 'external' = the host's own instance, beyond control. */
  readonly instance: 'fresh' | 'shared' | 'external';
}

export interface Touches {
  readonly file: string;
  /** Programs of nodes, absolute. */
  readonly entries: readonly string[];
  readonly files: readonly string[];
  readonly builtins: readonly TouchedBuiltin[];
  readonly packages: readonly TouchedPackage[];
  /** What cannot be loaded: native addons, files that are not there. */
  readonly refused: readonly { readonly path: string; readonly message: string; readonly hint: string | null }[];
  readonly globals: readonly string[];
}

export async function whatItTouches(file: string): Promise<Touches> {
  const declared = await declaredIn(file);
  const codeBase = await CodeBase.open({ hosted: ['fozzy', ...declared.external] });
  const entries = declared.entries.map((entry) => resolve(dirname(file), entry)).filter((entry) => existsSync(entry));
  const refused = new Map<string, FozzyError>();
  for (const path of [file, ...entries]) addTo(codeBase, path, refused);
  for (const code of codeBase.modules)
    for (const resolution of code.resolutions.values()) {
      const failure = codeBase.failure(resolution);
      if (failure !== undefined && resolution.kind === 'file') refused.set(resolution.path, failure);
    }
  const { modules } = codeBase;
  codeBase.share(sharingOf(declared.shared));
  return {
    file,
    entries,
    files: modules
      .filter((code) => code.isUser)
      .map((code) => code.path)
      .toSorted(),
    builtins: builtinsOf(modules),
    packages: packagesOf(modules),
    refused: [...refused].map(([path, { message, hint }]) => ({ path, message, hint })).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    globals: replacedGlobals(),
  };
}

/** A file that is not there is reported as refused, like everything else that cannot be loaded. */
function addTo(codeBase: CodeBase, path: string, refused: Map<string, FozzyError>): void {
  try {
    codeBase.add(path);
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    refused.set(path, error);
  }
}

async function declaredIn(file: string): Promise<SimulationSource> {
  const program = await parseSource(file, readFileSync(file, 'utf8'));
  return program === undefined ? { entries: [], external: [], shared: undefined } : readSimulationSource(program);
}

function builtinsOf(modules: readonly ModuleCode[]): readonly TouchedBuiltin[] {
  const users = new Map<string, Set<string>>();
  for (const code of modules) {
    for (const resolution of code.resolutions.values()) {
      if (resolution.kind !== 'builtin') continue;
      const id = `node:${bareName(resolution.id)}`;
      users.set(id, (users.get(id) ?? new Set()).add(code.packageName ?? code.path));
    }
  }
  return [...users]
    .map(([id, by]) => ({ id, served: servedBy(id) ?? ('refused' as const), by: [...by].toSorted() }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function packagesOf(modules: readonly ModuleCode[]): readonly TouchedPackage[] {
  const found = new Map<string, TouchedPackage>();
  for (const code of modules) {
    const { packageName: name, packageVersion: version } = code;
    // A package is shared only if all of it is.
    if (name !== undefined && found.get(name)?.instance !== 'fresh')
      found.set(name, { name, version: version ?? null, instance: code.isShared ? 'shared' : 'fresh' });
    for (const resolution of code.resolutions.values())
      if (resolution.kind === 'hosted' && resolution.package !== 'fozzy')
        found.set(resolution.package, { name: resolution.package, version: null, instance: 'external' });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
