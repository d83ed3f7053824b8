/** One simulation that can be executed, and what a trace has to say about it. */
import { compareText } from '../../base/compare.ts';
import { asJson } from '../../base/as-json.ts';
import { FozzyError } from '../../base/problem.ts';
import type { JsonObject } from '../../base/json.ts';
import type { MinimisedParts } from '../../campaign/shrink/minimised.ts';
import type { Subject } from '../../campaign/subject.ts';
import { BlockWatch } from '../../sim/load/block-watch.ts';
import { TRANSITIONS_MAX } from '../../sim/run/run-limits.ts';
import { LATENESS_MS } from '../../sim/run/execute.ts';
import type { Deadline } from '../../sim/run/deadline.ts';
import type { SimulationOptions } from '../../sim/scenario/simulation.ts';
import { type ProgramParts, SimulationProgram } from '../../sim/subject/simulation-program.ts';
import { SimulationSubject } from '../../sim/subject/simulation-subject.ts';
import type { Needed } from '../../sim/subject/needs-code.ts';
import type { SearchBound } from '../../trace/certificate.ts';
import type { Finding } from '../../trace/finding.ts';
import type { TraceSimulation } from '../../trace/document.ts';
import type { Isolation, RunSummary } from '../../trace/summary.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { placeFinding } from '../place-finding.ts';
import { projectPath } from '../project-path.ts';
import type { Explorable, TraceParts } from './explorable.ts';
import { ProcessRunner } from './process-runner.ts';
import { workerEntry } from './worker-process.ts';

/** What the command line changes about a simulation. */
export interface Overrides {
  readonly options?: SimulationOptions;
  readonly deadline?: Deadline | undefined;
  /** What runs elsewhere turned out to need. */
  readonly needed?: readonly Needed[];
}

export class OpenedSimulation implements Explorable {
  readonly name: string;
  readonly options: SimulationOptions;
  readonly subject: Subject;
  /** As the user named it, and as identity knows it. */
  readonly file: string;
  readonly projectFile: string;
  readonly #mapStack: (stack: string) => string;
  readonly #parts: Omit<ProgramParts, 'options'>;

  /** Only a file can be opened by another process. */
  readonly order: Explorable['order'];

  private constructor(
    parts: Omit<ProgramParts, 'options'>,
    name: string,
    program: SimulationProgram,
    subject: Subject,
    order: Explorable['order'],
  ) {
    const { options, mapStack } = program;
    this.#mapStack = mapStack;
    this.#parts = parts;
    this.order = order;
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
    isFile: boolean,
  ): Promise<OpenedSimulation> {
    const options = { ...declared, ...overrides.options };
    const { deadline } = overrides;
    const program = new SimulationProgram({ ...parts, options, ...(deadline === undefined ? {} : { deadline }) });
    const runner = isFile ? processRunner(parts, name, options, deadline) : undefined;
    if (runner === undefined && options.isolation === 'process') throw noProcesses(parts.file, isFile);
    const subject = await SimulationSubject.create(program, parts.path, {
      isolation: options.isolation,
      ...(runner === undefined ? {} : { inProcess: runner }),
    });
    await subject.supplyAll(overrides.needed ?? []);
    return new OpenedSimulation(
      parts,
      name,
      program,
      subject,
      isFile ? { kind: 'simulation', file: parts.file, name, options, cache: parts.codeBase.keptIn } : undefined,
    );
  }

  /** The findings of a run with the places of the user's files: the file the scenario is in says little about where it went wrong. */
  placed(findings: readonly Finding[]): readonly Finding[] {
    return findings.map((finding) => placeFinding(finding, this.#mapStack, this.#parts.project.root));
  }

  mapStack(stack: string): string {
    return this.#mapStack(stack);
  }

  watchBlocks(): BlockWatch {
    return new BlockWatch(this.#parts.codeBase);
  }

  /** The code that can run, as far as it is known. */
  get codeBase(): ProgramParts['codeBase'] {
    return this.#parts.codeBase;
  }

  keepCode(): void {
    this.#parts.codeBase.keep();
  }

  get httpPath(): 'fast' | 'wire' {
    return this.options.httpPath ?? 'fast';
  }

  /** How far runs are kept apart by now, and why further than at first. */
  get isolation(): { readonly tier: Isolation; readonly reason: string | undefined } {
    const { tiers } = this.subject;
    return { tier: tiers?.isolation ?? 'fresh', reason: tiers?.reason };
  }

  /** A run that is cut short fails, so no search passes without having seen an end. */
  warnings(): readonly Finding[] {
    return [];
  }

  get bound(): SearchBound {
    return { latenessMs: this.options.latenessMs ?? LATENESS_MS, steps: this.options.transitionsMax ?? TRANSITIONS_MAX };
  }

  traceParts(shrunk?: MinimisedParts): TraceParts {
    return { scenario: null, simulation: { ...this.describe(), ...shrunk } };
  }

  section({ log, stepsExecuted }: Outcome, allowed: Readonly<Record<string, number>>): Pick<RunSummary, 'simulation'> {
    const { tier, reason } = this.isolation;
    return {
      simulation: {
        file: this.projectFile,
        name: this.name,
        httpPath: this.httpPath,
        isolation: tier,
        ...(reason === undefined ? {} : { isolationReason: reason }),
        ...(Object.keys(allowed).length === 0 ? {} : { allowed }),
        decisions: log.length,
        transitions: stepsExecuted,
      },
    };
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
      isolation: this.isolation.tier,
      sources: [...digests].map(([path, blake3]) => ({ path, blake3 })).sort((a, b) => compareText(a.path, b.path)),
      packages,
    };
  }
}

/** Only a file can be opened by another process. */
function processRunner(
  { project, file, projectFile, codeBase }: Omit<ProgramParts, 'options'>,
  name: string,
  options: SimulationOptions,
  deadline: Deadline | undefined,
): ProcessRunner | undefined {
  const entry = workerEntry();
  const order = {
    cwd: project.root,
    file,
    projectFile,
    name,
    options,
    cache: codeBase.keptIn,
    ...(deadline === undefined ? {} : { deadline }),
  };
  return entry === undefined ? undefined : new ProcessRunner(entry, order);
}

function noProcesses(file: string, isFile: boolean): FozzyError {
  const why = isFile ? 'this Fozzy has not been built' : 'the simulation is a value of the calling program, which no other process has';
  return new FozzyError('scenario_invalid', `${file}: isolation 'process' cannot be had: ${why}`, {
    hint: isFile ? 'run `npm run build`' : "put the simulation into a file of its own and explore that, or use isolation 'context'",
  });
}
