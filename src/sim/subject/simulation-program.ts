/**
 * A simulation with all the code it may run: opens the scenario anew for every run, gives every machine its own modules, and remembers
 * what a run needed that was not loaded. Nothing here reads files while a run goes on.
 */
import { isAbsolute, join, resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { builtinModule } from '../builtin/table.ts';
import type { CodeBase } from '../load/code-base.ts';
import type { ModuleCode } from '../load/module-code.ts';
import { asProgramError, ModuleSpace } from '../load/module-space.ts';
import type { ModuleWatch } from '../load/module-host.ts';
import { machineRealm } from '../isolate/machine-realm.ts';
import { SharedSpace, warmShared } from '../load/shared-modules.ts';
import { sharingOf } from '../load/vetted-packages.ts';
import { SourcePlaces } from '../load/source-places.ts';
import type { Machine, MachineOptions, Part } from '../machine.ts';
import { setModuleAccess } from '../module-access.ts';
import { processOf } from '../process/sim-process.ts';
import { checkLinks } from '../net-view.ts';
import type { ProjectFiles } from '../project-image.ts';
import type { Deadline } from '../run/deadline.ts';
import type { Program } from '../run/execute.ts';
import type { Define, Simulation, SimulationOptions } from '../scenario/simulation.ts';
import { MachineBuiltins } from './machine-builtins.ts';
import { machineGlobal } from './machine-global.ts';
import { type Needed, NeedsCode } from './needs-code.ts';
import { definePromised, defineThrew, type MapStack } from './scenario-mistake.ts';
import { placeIn } from './stack-place.ts';
import { isPromise } from '../value-kinds.ts';

/** Where the scenario of a run comes from: a file that is instantiated, or a value of the program that called. */
export type OpenScenario = (space: ModuleSpace, mapStack: MapStack) => Simulation;

/** What can be had inside one process. */
export type ProgramIsolation = 'shared' | 'fresh' | 'context';

export interface ProgramParts {
  readonly codeBase: CodeBase;
  /** What `import 'fozzy'` gives. */
  readonly library: object;
  /** The project: working directory of machines that name none, and real files for all of them to read. */
  readonly project: ProjectFiles;
  /** The file of the scenario: as the user named it, relative to the project, and absolute. */
  readonly file: string;
  readonly projectFile: string;
  readonly path: string;
  readonly options: SimulationOptions;
  readonly deadline?: Deadline;
  readonly open: OpenScenario;
}

export class SimulationProgram implements Program {
  readonly file: string;
  readonly projectFile: string;
  readonly options: SimulationOptions;
  readonly machine: MachineOptions;
  readonly deadline: Deadline | undefined;
  /** Packages of the host that were asked for, by specifier. */
  readonly hosted = new Map<string, unknown>();
  /** Programs of nodes, by the text the scenario names them with. */
  readonly entries = new Map<string, ModuleCode>();
  /** How much of the language and of packages runs and machines have in common. */
  isolation: ProgramIsolation = 'fresh';
  /** Hears when modules run; for diagnosis only. */
  watch: ModuleWatch | undefined;
  readonly #parts: ProgramParts;
  readonly #modules: Part<ModuleSpace>;
  #places: SourcePlaces | undefined;
  #shared: SharedSpace | undefined;
  #spaces: ModuleSpace[] = [];
  #needed: Needed[] = [];
  #mistake: FozzyError | undefined;

  constructor(parts: ProgramParts) {
    this.#parts = parts;
    this.file = parts.file;
    this.projectFile = parts.projectFile;
    this.options = parts.options;
    this.machine = { cwd: parts.project.root, image: parts.project.image };
    this.deadline = parts.deadline;
    this.hosted.set('fozzy', parts.library);
    this.#modules = { name: 'modules', create: (machine) => this.#spaceOf(machine) };
  }

  /** The frames of a stack where the user wrote them, without those of Fozzy. */
  readonly mapStack = (stack: string): string => {
    this.#places ??= new SourcePlaces(this.#parts.codeBase);
    return this.#places.mapStack(stack);
  };

  open(test: Machine): Define {
    this.#spaces = [];
    this.#needed = [];
    this.#mistake = undefined;
    const space = test.part(this.#modules);
    return (sim) => {
      try {
        const { name, define } = this.#parts.open(space, this.mapStack);
        const result: unknown = define(sim);
        if (isPromise(result)) throw definePromised(this.file, name, result);
        checkLinks(test.kernel);
      } catch (error) {
        this.#mistake = error instanceof FozzyError ? error : defineThrew(this.file, this.#parts.path, error, this.mapStack);
        throw error;
      }
    };
  }

  /** The absolute path of a node's program. */
  entryPath(entry: string, node: string): string {
    const code = this.entries.get(entry);
    if (code !== undefined) return code.path;
    const { path } = this.#parts;
    const at = placeIn(this.mapStack(String(new Error('here').stack)), (file) => file === path);
    throw this.#ask({ kind: 'entry', entry, node, place: at === undefined ? undefined : `${this.file}:${at.line}:${at.column}` });
  }

  startModule(machine: Machine, path: string): unknown {
    const code = this.#parts.codeBase.byPath(path);
    if (code === undefined) {
      const failure = this.#parts.codeBase.failure({ kind: 'file', path, query: '' });
      throw failure === undefined ? this.#ask({ kind: 'module', path }) : asProgramError(failure);
    }
    const space = machine.part(this.#modules);
    const waiting = space.runMain(code);
    return waiting === undefined ? exportsOf(space, code) : waiting.then(() => exportsOf(space, code));
  }

  /** After a run: whatever kept it from being one. */
  settle(): void {
    for (const { missing } of this.#spaces) for (const path of missing) this.#needed.push({ kind: 'module', path });
    this.#spaces = [];
    if (this.#needed.length > 0) throw new NeedsCode(this.#needed);
    if (this.#mistake !== undefined) throw this.#mistake;
  }

  /** Packages of the host: what they keep, no run can be freed from. */
  get external(): readonly string[] {
    return this.#parts.codeBase.sources.hosted.filter((name) => name !== 'fozzy');
  }

  /** Packages of which one instance serves all runs. */
  get sharedPackages(): readonly string[] {
    const names = this.#parts.codeBase.modules.flatMap(({ isShared, packageName }) => (isShared ? [packageName ?? ''] : []));
    return [...new Set(names)].toSorted();
  }

  /** Those of them that somebody wanted to be, and did not only come along. */
  get packagesToShare(): readonly string[] {
    return this.sharedPackages.filter(sharingOf(this.options.shared));
  }

  /** Shares one of these alone, or again all of them when none is given. */
  shareAlone(name: string | undefined): void {
    this.#parts.codeBase.share(name === undefined ? undefined : (each) => each === name);
  }

  /** `src/server.ts:3`, or the package: the innermost code of a subject in a stack. */
  placeOf(stack: string): string | undefined {
    const at = placeIn(this.mapStack(stack), (file) => isAbsolute(file));
    return at === undefined ? undefined : this.moduleName(at.file, at.line);
  }

  /** As people know it: relative to the project, or the name of its package. */
  moduleName(path: string, line?: number): string {
    const { packageName, packageVersion } = this.#parts.codeBase.byPath(path) ?? {};
    const { root } = this.#parts.project;
    const file = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    const name = line === undefined ? file : `${file}:${line}`;
    return packageName === undefined ? name : `${name} of ${packageName}@${packageVersion ?? '?'}`;
  }

  /** Loads what a run asked for. */
  async supply(needed: Needed, importFromHost: (specifier: string) => Promise<unknown>): Promise<void> {
    const { codeBase, path } = this.#parts;
    if (needed.kind === 'module') codeBase.addIfPossible(needed.path);
    else if (needed.kind === 'hosted') this.hosted.set(needed.specifier, await importFromHost(needed.specifier));
    else {
      const file = isAbsolute(needed.entry) ? needed.entry : resolve(path, '..', needed.entry);
      this.entries.set(needed.entry, codeBase.add(file));
    }
  }

  /** Instantiates what all runs share, before the first of them; must run inside the simulated world, like everything of a subject. */
  async warmUp(): Promise<void> {
    const { codeBase } = this.#parts;
    const shared = new SharedSpace(codeBase, {
      builtin: (id) => builtinModule(id),
      hosted: (specifier) => this.#takeHosted(specifier),
      globalObject: machineGlobal(),
    });
    await warmShared(codeBase, shared);
    this.#shared = shared;
  }

  #ask(needed: Needed): NeedsCode {
    this.#needed.push(needed);
    return new NeedsCode([needed]);
  }

  #spaceOf(machine: Machine): ModuleSpace {
    const builtins = new MachineBuiltins(machine);
    const realm = this.isolation === 'context' ? machineRealm() : undefined;
    const globalObject = realm?.globalObject ?? machineGlobal();
    const space = new ModuleSpace(
      this.#parts.codeBase,
      {
        builtin: (id) => builtins.take(id),
        hosted: (specifier) => this.#takeHosted(specifier),
        globalObject,
        realm,
        watch: this.watch,
      },
      this.isolation === 'shared' ? this.#shared : undefined,
    );
    this.#spaces.push(space);
    setModuleAccess(machine, {
      createRequire: (from) => space.createRequire(from),
      importModule: (specifier) => space.importAt(specifier, join(processOf(machine).cwd(), '[text]')),
      builtin: (id) => builtins.take(id),
      globalObject,
    });
    return space;
  }

  #takeHosted(specifier: string): unknown {
    if (!this.hosted.has(specifier)) throw this.#ask({ kind: 'hosted', specifier });
    return this.hosted.get(specifier);
  }
}

/** What a module that has run exports. */
export function exportsOf(space: ModuleSpace, code: ModuleCode): unknown {
  return code.format === 'esm' ? space.module(code).namespace : space.cached(code.path)?.exports;
}
