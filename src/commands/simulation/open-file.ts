/** From the path of a simulation file to its simulations, ready to be opened one by one. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { CodeBase } from '../../sim/load/code-base.ts';
import type { CodeCacheOptions } from '../../sim/load/code-cache.ts';
import type { ModuleCode } from '../../sim/load/module-code.ts';
import { sharingOf } from '../../sim/load/vetted-packages.ts';
import type { Simulation, SimulationOptions } from '../../sim/scenario/simulation.ts';
import { ProjectFiles } from '../../sim/project-image.ts';
import { chooseOne, notThere } from '../../sim/subject/scenario-mistake.ts';
import { type FileParts, listSimulations, openFromFile } from '../../sim/subject/simulation-file.ts';
import { projectPath } from '../project-path.ts';
import { checkScenarioFile } from '../read-scenario.ts';
import { scenarioLibrary } from './library.ts';
import { OpenedSimulation, type Overrides } from './opened-simulation.ts';

export class SimulationFile {
  /** As the user named it. */
  readonly path: string;
  readonly simulations: readonly Simulation[];
  readonly #parts: FileParts;
  readonly #code: ModuleCode;
  readonly #cache: CodeCacheOptions | undefined;

  private constructor(parts: FileParts, code: ModuleCode, simulations: readonly Simulation[], cache: CodeCacheOptions | undefined) {
    this.path = parts.file;
    this.#parts = parts;
    this.#code = code;
    this.#cache = cache;
    this.simulations = simulations;
  }

  /** `cache` is where code is kept between processes; what is new in it is written when a command that executed it says so. */
  static async open(path: string, cwd: string, cache?: CodeCacheOptions): Promise<SimulationFile> {
    const file = resolve(cwd, path);
    checkScenarioFile(path, file);
    const codeBase = await CodeBase.open({ hosted: ['fozzy'], shared: sharingOf(undefined), cache });
    const code = codeBase.add(file);
    const project = new ProjectFiles(realpathSync(cwd));
    const parts = { codeBase, library: scenarioLibrary, project, file: path, projectFile: projectPath(path, cwd), path: code.path };
    return new SimulationFile(parts, code, await listSimulations(parts, code), cache);
  }

  get names(): readonly string[] {
    return this.simulations.map(({ name }) => name);
  }

  /** The one that is named, or the only one there is. */
  choose(only: string | undefined, command: string): Simulation {
    const [first] = this.simulations;
    if (only === undefined) {
      if (first === undefined || this.simulations.length > 1) throw chooseOne(this.path, this.names, command);
      return first;
    }
    const found = this.simulations.find(({ name }) => name === only);
    if (found === undefined) throw notThere(this.path, only, this.names);
    return found;
  }

  async openSimulation({ name, options }: Simulation, overrides: Overrides = {}): Promise<OpenedSimulation> {
    const { parts, code } = await this.#partsFor(options);
    return OpenedSimulation.create({ ...parts, open: openFromFile(parts, code, name) }, name, options, overrides, true);
  }

  /** Packages that are taken from the host, or shared between runs, are known only after the file was looked at. */
  async #partsFor({ external = [], shared }: SimulationOptions): Promise<{ readonly parts: FileParts; readonly code: ModuleCode }> {
    if (external.length === 0 && shared === undefined) return { parts: this.#parts, code: this.#code };
    const codeBase = await CodeBase.open({ hosted: ['fozzy', ...external], shared: sharingOf(shared), cache: this.#cache });
    return { parts: { ...this.#parts, codeBase }, code: codeBase.add(this.#parts.path) };
  }
}
