/** One distributed scenario that can be explored, and what a trace has to say about it. */
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { blake3Hex } from '../../base/blake3.ts';
import { compareText } from '../../base/compare.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { JsonObject } from '../../base/json.ts';
import { builtinSubject } from '../../campaign/distributed-subject.ts';
import type { Explored } from '../../campaign/explore/explore.ts';
import { editsOf } from '../../campaign/shrink/left-out.ts';
import { leftOutOfParts, type MinimisedParts } from '../../campaign/shrink/minimised.ts';
import type { Subject } from '../../campaign/subject.ts';
import { type DistributedProgram, distributedProgram, type Part } from '../../engine/distributed/program.ts';
import { DistributedVerdict } from '../../engine/distributed/verdict.ts';
import { type Failure, failed } from '../../engine/failure.ts';
import { findingForRun } from '../../engine/finding-for.ts';
import type { DistributedScenario } from '../../scenario/scenario.ts';
import type { BlockWatch } from '../../sim/load/block-watch.ts';
import type { CodeCoverage } from '../../sim/distributed/code-coverage.ts';
import type { SearchBound } from '../../trace/certificate.ts';
import type { TraceExplore } from '../../trace/document.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Isolation } from '../../trace/summary.ts';
import { placeFinding } from '../place-finding.ts';
import { projectPath } from '../project-path.ts';
import type { Explorable, TraceParts } from '../simulation/explorable.ts';
import { smallerScenario } from './smaller-scenario.ts';

/** Events after which one schedule is given up. */
export const STEPS_MAX = 10_000;

export interface DistributedParts {
  readonly scenario: DistributedScenario;
  /** As it is explored, for the trace. */
  readonly json: JsonObject;
  /** As the user named it, and as identity knows it. */
  readonly file: string;
  readonly projectFile: string;
  readonly cwd: string;
  readonly schedule: string;
  readonly stepsMax: number;
  readonly untilMs?: number | undefined;
  readonly isolation?: Isolation;
  readonly origins?: ReadonlyMap<string, string>;
  /** The code of the nodes as functions instead of a file. */
  readonly exports?: object;
  /** The input that `${fuzz.input}` stands for. */
  readonly fuzzed?: Uint8Array | undefined;
}

type Sources = Pick<TraceExplore, 'sources' | 'packages'>;

/** Where the code of the nodes comes from. */
interface Nodes {
  readonly subject: Subject;
  readonly mapStack: (stack: string) => string;
  readonly sources: () => Sources;
  /** Of a module. */
  readonly coverage?: CodeCoverage;
  readonly watchBlocks?: () => BlockWatch;
}

const NO_SOURCES: Sources = { sources: [], packages: [] };

export class OpenedDistributed implements Explorable {
  readonly name: string;
  readonly subject: Subject;
  readonly file: string;
  readonly projectFile: string;
  readonly #parts: DistributedParts;
  readonly #program: DistributedProgram;
  readonly #nodes: Nodes;
  /** Asserts and invariants that were judged at least once, by the pointers they were written at. */
  readonly evaluated: Set<string>;
  readonly #root: string;

  private constructor(parts: DistributedParts, program: DistributedProgram, nodes: Nodes, evaluated: Set<string>, root: string) {
    this.name = parts.scenario.name;
    this.file = parts.file;
    this.projectFile = parts.projectFile;
    this.subject = nodes.subject;
    this.#parts = parts;
    this.#program = program;
    this.#nodes = nodes;
    this.evaluated = evaluated;
    this.#root = root;
  }

  static async create(parts: DistributedParts): Promise<OpenedDistributed> {
    const { scenario, file, projectFile, stepsMax, untilMs, origins, fuzzed } = parts;
    const program = distributedProgram(scenario, {
      file,
      projectFile,
      stepsMax,
      untilMs,
      fuzzed,
      ...(origins === undefined ? {} : { origins }),
    });
    const evaluated = new Set<string>();
    const root = realpathSync(parts.cwd);
    const nodes = await openNodes(parts, program, root, (pointer) => evaluated.add(pointer));
    return new OpenedDistributed(parts, program, nodes, evaluated, root);
  }

  get order(): Explorable['order'] {
    const { json, file, projectFile, schedule, stepsMax } = this.#parts;
    return { kind: 'distributed', json: canonicalJson(json), file, projectFile, schedule, stepsMax };
  }

  get isolation(): Explorable['isolation'] {
    const { tiers } = this.subject;
    return { tier: tiers?.isolation ?? 'fresh', reason: tiers?.reason };
  }

  placed(findings: readonly Finding[]): readonly Finding[] {
    return findings.map((finding) => placeFinding(finding, this.#nodes.mapStack, this.#root));
  }

  mapStack(stack: string): string {
    return this.#nodes.mapStack(stack);
  }

  watchBlocks(): BlockWatch | undefined {
    return this.#nodes.watchBlocks?.();
  }

  warnings({ search }: Explored): readonly Finding[] {
    const { file, projectFile } = this;
    const truncated = search.schedules > 0 && search.truncatedSchedules === search.schedules;
    const message = `every schedule was cut after ${this.#parts.stepsMax} events, so no end was judged; raise --steps, or let timers end`;
    return [
      ...(truncated ? [findingForRun(failed('checker', 'all_schedules_truncated', message), { file, projectFile })] : []),
      ...this.#neverEvaluated(),
    ];
  }

  coverage(isFailure: boolean): JsonObject | undefined {
    const { coverage } = this.#nodes;
    if (coverage === undefined) return undefined;
    const { runs, covered, freshMax } = coverage;
    return {
      schemaVersion: 'fozzy.coverage.v1',
      target: this.#parts.scenario.module ?? '',
      executed: runs,
      crashes: isFailure ? 1 : 0,
      unique_edges: covered,
      discovered_edges_total: covered,
      max_new_edges_per_input: freshMax,
      corpus_entries: 0,
      files: coverage.files().map(({ path, ...file }) => ({ path: projectPath(path, this.#root), ...file })),
    };
  }

  get written(): string {
    return blake3Hex(canonicalJson(this.#parts.scenario.json));
  }

  get bound(): SearchBound {
    return { steps: this.#parts.stepsMax };
  }

  traceParts(shrunk?: MinimisedParts): TraceParts {
    const { json, schedule, stepsMax, origins } = this.#parts;
    const reduced = smallerScenario(json, editsOf(leftOutOfParts(shrunk ?? {})), origins ?? new Map());
    const moved = Object.fromEntries(reduced.origins);
    const minimised = shrunk?.minimised;
    return {
      scenario: reduced.json,
      explore: {
        schedule,
        steps: stepsMax,
        ...this.sources(),
        isolation: this.isolation.tier,
        ...(Object.keys(moved).length === 0 ? {} : { origins: moved }),
        ...(minimised === undefined ? {} : { minimised }),
      },
    };
  }

  /** Its own part of a summary is the search. */
  section(): object {
    return {};
  }

  sources(): Sources {
    return this.#nodes.sources();
  }

  #neverEvaluated(): readonly Finding[] {
    const { steps, invariants } = this.#program;
    const asserts = steps.filter(({ type }) => type === 'client_get_assert');
    const judged: readonly (Part & { readonly type: string; readonly key: string })[] = [...asserts, ...invariants];
    return judged
      .filter(({ origin }) => !this.evaluated.has(origin))
      .map((part) => this.#warning(part, failed('checker', 'never_evaluated', `${part.type} of "${part.key}" was judged in no schedule`)));
  }

  #warning(part: Part, failure: Failure): Finding {
    const verdict = new DistributedVerdict(this);
    verdict.reportAt(part, failure);
    return verdict.findings[0] ?? findingForRun(failure, this);
  }
}

async function openNodes(
  parts: DistributedParts,
  program: DistributedProgram,
  root: string,
  evaluated: (pointer: string) => void,
): Promise<Nodes> {
  const { module } = parts.scenario;
  if (module === undefined && parts.exports === undefined) {
    return { subject: builtinSubject({ program, evaluated, inNextTask }), mapStack: (stack) => stack, sources: () => NO_SOURCES };
  }
  // Only modules need the machinery that loads and simulates code.
  const { CodeBase } = await import('../../sim/load/code-base.ts');
  const { ProjectFiles } = await import('../../sim/project-image.ts');
  const { moduleSubject } = await import('../../sim/distributed/module-subject.ts');
  const codeBase = await CodeBase.open();
  const path =
    module === undefined
      ? resolve(root, parts.projectFile)
      : codeBase.add(resolve(dirname(resolve(parts.cwd, parts.projectFile)), module)).path;
  const project = new ProjectFiles(root);
  const { isolation, exports } = parts;
  const opened = await moduleSubject({ program, codeBase, project, module: projectPath(path, root), path, exports, isolation, evaluated });
  const sources = (): Sources => {
    const { files, packages } = codeBase.sources;
    const digests = new Map([...files, ...project.read].map((file) => [projectPath(file.path, root), file.blake3]));
    const listed = [...digests].map(([source, blake3]) => ({ path: source, blake3 }));
    return { sources: listed.sort((a, b) => compareText(a.path, b.path)), packages };
  };
  const { BlockWatch } = await import('../../sim/load/block-watch.ts');
  return { ...opened, sources, watchBlocks: () => new BlockWatch(codeBase) };
}

function inNextTask<T>(body: () => T): Promise<T> {
  return new Promise((done, refuse) => {
    setImmediate(() => {
      try {
        done(body());
      } catch (error) {
        refuse(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}
