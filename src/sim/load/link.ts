/**
 * How the modules of a code base fit together, known before any of them runs: which module an exported name really lives in, which modules
 * have to wait, which ones depend on themselves in a circle, and which imports ask for something that is not there.
 */
import type { Dependency, ExportTarget, ForeignTarget, LinkedModule, ModuleCode } from './module-code.ts';
import type { ModuleRequest } from './module-shape.ts';
import type { Resolution } from './resolve.ts';

/** Marks a variable whose declaration has not run yet. */
export const late = Symbol('not initialised');

/** Finds the code a resolution names; the code base guarantees that what is imported statically is there. */
export type FindCode = (resolution: Resolution) => ModuleCode | undefined;

/** Links everything that can be reached from here. */
export function linkModules(root: ModuleCode, find: FindCode): void {
  if (root.linked === undefined) new Linker(find).visit(root);
}

interface Visit {
  readonly order: number;
  lowest: number;
  open: boolean;
}

/** Finds circles while it walks, so that a whole circle is finished at once. */
class Linker {
  private readonly find: FindCode;
  private readonly visits = new Map<ModuleCode, Visit>();
  private readonly stack: ModuleCode[] = [];
  private readonly dependencies = new Map<ModuleCode, readonly Dependency[]>();

  constructor(find: FindCode) {
    this.find = find;
  }

  visit(code: ModuleCode): Visit {
    const visit: Visit = { order: this.visits.size, lowest: this.visits.size, open: true };
    this.visits.set(code, visit);
    this.stack.push(code);
    const dependencies = (code.shape?.requests ?? []).map((request) => this.dependency(code, request));
    this.dependencies.set(code, dependencies);
    for (const each of dependencies) if (each.kind === 'module' && each.code.linked === undefined) this.follow(visit, each.code);
    if (visit.lowest === visit.order) this.finish(code);
    return visit;
  }

  private follow(visit: Visit, code: ModuleCode): void {
    const known = this.visits.get(code);
    if (known === undefined) visit.lowest = Math.min(visit.lowest, this.visit(code).lowest);
    else if (known.open) visit.lowest = Math.min(visit.lowest, known.order);
  }

  private dependency(code: ModuleCode, request: ModuleRequest): Dependency {
    const resolution = code.resolution(request.specifier, 'import');
    const found = resolution?.kind === 'file' ? this.find(resolution) : undefined;
    if (found?.format === 'esm') return { kind: 'module', code: found, request };
    if (found !== undefined) return { kind: 'foreign', target: { kind: 'code', code: found }, request };
    return { kind: 'foreign', target: foreignTarget(code, request.specifier, resolution), request };
  }

  /** All members of a circle at once: they wait together, and their exports may refer to one another. */
  private finish(root: ModuleCode): void {
    const members = this.stack.splice(this.stack.indexOf(root));
    const circle = members.length > 1 || this.dependsOn(root, root);
    const suspending = members.some((code) => this.waits(code));
    for (const code of members) {
      const visit = this.visits.get(code);
      if (visit !== undefined) visit.open = false;
      const { shape } = code;
      const own = shape !== undefined && shape.indirect.length === 0 && shape.stars.length === 0;
      code.linked = this.partial(code, suspending, own && !circle);
    }
    const linked = members.map((code) => this.complete(code, code.linked ?? this.partial(code, suspending, false)));
    // Nothing of a graph runs when any part of it cannot be linked.
    const flaw = linked.map((each) => each.flaw ?? inheritedFlaw(each)).find((each) => each !== undefined);
    for (const [index, code] of members.entries()) code.linked = { ...(linked[index] ?? this.partial(code, suspending, false)), flaw };
  }

  private dependsOn(code: ModuleCode, other: ModuleCode): boolean {
    return (this.dependencies.get(code) ?? []).some((each) => each.kind === 'module' && each.code === other);
  }

  private waits(code: ModuleCode): boolean {
    if (code.shape?.topLevelAwait === true) return true;
    return (this.dependencies.get(code) ?? []).some((each) => each.kind === 'module' && each.code.linked?.suspending === true);
  }

  private partial(code: ModuleCode, suspending: boolean, direct: boolean): LinkedModule {
    const template: Record<string, unknown> = {};
    for (const { name, late: isLate } of code.shape?.locals ?? []) template[name] = isLate ? late : undefined;
    const dependencies = this.dependencies.get(code) ?? [];
    return { dependencies, template, suspending, direct, exports: new Map(), foreignStars: [], flaw: undefined };
  }

  private complete(code: ModuleCode, partial: LinkedModule): LinkedModule {
    const exports = new Map<string, ExportTarget>();
    for (const name of [...exportedNames(code, new Set())].toSorted()) {
      const target = resolveExport(code, name, new Set());
      if (target !== undefined && target !== 'ambiguous') exports.set(name, target);
    }
    const stars = [...foreignStarsOf(code, new Set())];
    return { ...partial, exports, foreignStars: stars, flaw: findFlaw(partial) };
  }
}

function foreignTarget(code: ModuleCode, specifier: string, resolution: Resolution | undefined): ForeignTarget {
  if (resolution?.kind === 'builtin' || resolution?.kind === 'hosted') return { kind: resolution.kind, id: resolution.id };
  const unknown = { kind: 'missing', reason: 'not found' } as const;
  return { kind: 'broken', resolution: resolution ?? unknown, specifier, importer: code.path };
}

function dependencyAt(code: ModuleCode, request: number): Dependency | undefined {
  return code.linked?.dependencies[request];
}

function exportedNames(code: ModuleCode, seen: Set<ModuleCode>): ReadonlySet<string> {
  const names = new Set<string>();
  if (seen.has(code)) return names;
  seen.add(code);
  for (const { name } of code.shape?.locals ?? []) names.add(name);
  for (const { name } of code.shape?.indirect ?? []) names.add(name);
  for (const star of code.shape?.stars ?? []) {
    const dependency = dependencyAt(code, star);
    if (dependency?.kind !== 'module') continue;
    for (const name of exportedNames(dependency.code, seen)) if (name !== 'default') names.add(name);
  }
  return names;
}

/** Own `export *` of foreign modules, and whether those of imported modules have some. */
function foreignStarsOf(code: ModuleCode, seen: Set<ModuleCode>): ReadonlySet<number> {
  const found = new Set<number>();
  if (seen.has(code)) return found;
  seen.add(code);
  for (const star of code.shape?.stars ?? []) {
    const dependency = dependencyAt(code, star);
    if (dependency?.kind === 'foreign' || (dependency?.kind === 'module' && foreignStarsOf(dependency.code, seen).size > 0))
      found.add(star);
  }
  return found;
}

function resolveExport(code: ModuleCode, name: string, seen: Set<string>): ExportTarget | 'ambiguous' | undefined {
  const key = `${code.id}\n${name}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  const { shape } = code;
  if (shape === undefined) return undefined;
  if (shape.locals.some((each) => each.name === name)) return { kind: 'local', code, name };
  const indirect = shape.indirect.find((each) => each.name === name);
  if (indirect !== undefined) return resolveRequest(code, indirect.request, indirect.imported, seen);
  if (name === 'default') return undefined;
  let found: ExportTarget | undefined;
  for (const star of shape.stars) {
    if (dependencyAt(code, star)?.kind !== 'module') continue;
    const target = resolveRequest(code, star, name, seen);
    if (target === 'ambiguous') return 'ambiguous';
    if (target === undefined) continue;
    if (found !== undefined && !isSame(found, target)) return 'ambiguous';
    found = target;
  }
  return found;
}

function resolveRequest(code: ModuleCode, request: number, name: string, seen: Set<string>): ExportTarget | 'ambiguous' | undefined {
  const dependency = dependencyAt(code, request);
  if (dependency?.kind === 'foreign') return { kind: 'foreign', code, request, name };
  if (dependency === undefined) return undefined;
  return name === '*' ? { kind: 'whole', code: dependency.code } : resolveExport(dependency.code, name, seen);
}

function isSame(a: ExportTarget, b: ExportTarget): boolean {
  if (a.code !== b.code || a.kind !== b.kind) return false;
  return a.kind === 'whole' || (b.kind !== 'whole' && a.name === b.name);
}

function inheritedFlaw({ dependencies }: LinkedModule): string | undefined {
  for (const each of dependencies) if (each.kind === 'module' && each.code.linked?.flaw !== undefined) return each.code.linked.flaw;
  return undefined;
}

/** The first import that asks for something that is not there. */
function findFlaw({ dependencies }: LinkedModule): string | undefined {
  for (const dependency of dependencies) {
    if (dependency.kind !== 'module') continue;
    for (const name of dependency.request.names) {
      const target = resolveExport(dependency.code, name, new Set());
      const { specifier } = dependency.request;
      if (target === 'ambiguous') return `The requested module '${specifier}' contains conflicting star exports for name '${name}'`;
      if (target === undefined && foreignStarsOf(dependency.code, new Set()).size === 0)
        return `The requested module '${specifier}' does not provide an export named '${name}'`;
    }
  }
  return undefined;
}
