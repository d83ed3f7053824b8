/** One simulation that can be executed, and what a trace has to say about it. */
import { compareText } from '../../base/compare.ts';
import { asJson } from '../../base/as-json.ts';
import type { JsonObject } from '../../base/json.ts';
import { executeOnce } from '../../campaign/execute-many.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import type { Subject } from '../../campaign/subject.ts';
import type { Deadline } from '../../sim/run/deadline.ts';
import type { SimulationOptions } from '../../sim/scenario/simulation.ts';
import { type ProgramParts, SimulationProgram } from '../../sim/subject/simulation-program.ts';
import { SimulationSubject } from '../../sim/subject/simulation-subject.ts';
import { placeIn } from '../../sim/subject/stack-place.ts';
import type { Finding } from '../../trace/finding.ts';
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
  readonly #mapStack: (stack: string) => string;
  readonly #parts: Omit<ProgramParts, 'options'>;

  private constructor(parts: Omit<ProgramParts, 'options'>, name: string, program: SimulationProgram, subject: Subject) {
    const { options, mapStack } = program;
    this.#mapStack = mapStack;
    this.#parts = parts;
    this.name = name;
    this.options = options;
    this.subject = subject;
    this.file = parts.file;
    this.projectFile = parts.projectFile;
  }

  static async create(
    parts: Omit<ProgramParts, 'options'>,
    name: string,
    declared: SimulationOptions,
    overrides: Overrides,
  ): Promise<OpenedSimulation> {
    const options = { ...declared, ...overrides.options };
    const { deadline } = overrides;
    const program = new SimulationProgram({ ...parts, options, ...(deadline === undefined ? {} : { deadline }) });
    const subject = await SimulationSubject.create(program, parts.path);
    if ((options.shared ?? []).length > 0) {
      // A first run shows which files there are; what they share is made after it, so that no counted run is special.
      await executeOnce(subject, () => ({ source: new DeviatingSource([]) }));
      await subject.warmUp();
    }
    return new OpenedSimulation(parts, name, program, subject);
  }

  /** The findings of a run with the places of the user's files: the file the scenario is in says little about where it went wrong. */
  placed(findings: readonly Finding[]): readonly Finding[] {
    return findings.map((finding) => this.#placedOne(finding));
  }

  #placedOne(finding: Finding): Finding {
    const stack = finding.location?.details?.['stack'];
    if (typeof stack !== 'string') return finding;
    const { root } = this.#parts.project;
    const mapped = this.#mapStack(stack);
    const at = placeIn(mapped, (file) => file.startsWith(`${root}/`) && !file.includes('/node_modules/'));
    const details = { ...finding.location?.details, stack: mapped.replaceAll(`${root}/`, '') };
    const place = at === undefined ? {} : { file: projectPath(at.file, root), line: at.line, col: at.column };
    return { ...finding, location: { ...finding.location, ...place, details } };
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
      isolation: (this.options.shared ?? []).length > 0 ? 'shared' : 'fresh',
      sources: [...digests].map(([path, blake3]) => ({ path, blake3 })).sort((a, b) => compareText(a.path, b.path)),
      packages,
    };
  }
}
