/** One simulation that can be executed, and what a trace has to say about it. */
import { compareText } from '../../base/compare.ts';
import { asJson } from '../../base/as-json.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Subject } from '../../campaign/subject.ts';
import type { Deadline } from '../../sim/run/execute.ts';
import type { SimulationOptions } from '../../sim/scenario/simulation.ts';
import { type ProgramParts, SimulationProgram } from '../../sim/subject/simulation-program.ts';
import { SimulationSubject } from '../../sim/subject/simulation-subject.ts';
import type { TraceSimulation } from '../../trace/document.ts';
import { projectPath } from '../project-path.ts';

/** What the command line changes about a simulation. */
export interface Overrides {
  readonly options?: SimulationOptions;
  readonly deadline?: Deadline | undefined;
}

export class OpenedSimulation {
  readonly name: string;
  readonly options: SimulationOptions;
  readonly subject: Subject;
  /** As the user named it, and as identity knows it. */
  readonly file: string;
  readonly projectFile: string;
  readonly #parts: Omit<ProgramParts, 'options'>;

  private constructor(parts: Omit<ProgramParts, 'options'>, name: string, options: SimulationOptions, subject: Subject) {
    this.#parts = parts;
    this.name = name;
    this.options = options;
    this.subject = subject;
    this.file = parts.file;
    this.projectFile = parts.projectFile;
  }

  static create(parts: Omit<ProgramParts, 'options'>, name: string, declared: SimulationOptions, overrides: Overrides): OpenedSimulation {
    const options = { ...declared, ...overrides.options };
    const { deadline } = overrides;
    const program = new SimulationProgram({ ...parts, options, ...(deadline === undefined ? {} : { deadline }) });
    return new OpenedSimulation(parts, name, options, new SimulationSubject(program, parts.path));
  }

  get httpPath(): 'fast' | 'wire' {
    return this.options.httpPath ?? 'fast';
  }

  /** After at least one run: only then is it known which files there are. */
  describe(): TraceSimulation {
    const { codeBase, project } = this.#parts;
    const { files, packages } = codeBase.sources;
    const digests = new Map([...files, ...project.read].map(({ path, blake3 }) => [projectPath(path, project.root), blake3]));
    return {
      file: this.projectFile,
      name: this.name,
      options: asJson(this.options) as JsonObject, // options are a record
      httpPath: this.httpPath,
      isolation: 'fresh',
      sources: [...digests].map(([path, blake3]) => ({ path, blake3 })).sort((a, b) => compareText(a.path, b.path)),
      packages,
    };
  }
}
