/**
 * From files to planned tests: suites are followed into their members, loose files stand for
 * themselves, filters mark what is left out. Everything that can be refused is refused here, before
 * anything runs.
 */
import { dirname, resolve } from 'node:path';
import { seedFor } from '../../base/blake3.ts';
import { FozzyError } from '../../base/problem.ts';
import { parseU64, type U64 } from '../../base/u64.ts';
import type { SuiteGroup, SuitesScenario } from '../../scenario/scenario.ts';
import { suiteMembers } from '../../scenario/suite-members.ts';
import { codeCacheOf } from '../code-cache.ts';
import type { Context } from '../context.ts';
import { distributedInTest } from '../load-scenario.ts';
import { projectPath } from '../project-path.ts';
import type { SimulationFile } from '../simulation/open-file.ts';
import { isSimulationPath } from '../simulation/simulation-path.ts';
import { readScenario, type ScenarioFile } from '../read-scenario.ts';
import { scenarioEnvironment } from '../scenario-environment.ts';
import type { Expectation, PlannedTest } from './planned-test.ts';

export interface Selection {
  readonly filter: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly seed: U64;
  readonly timeoutMs: number | undefined;
}

/** What a group passes on to its members. */
interface Inherited {
  readonly group: string | undefined;
  readonly tags: readonly string[];
  readonly seed: U64;
  readonly timeoutMs: number | undefined;
  readonly expected: Expectation;
}

export async function planTests(paths: readonly string[], selection: Selection, context: Context): Promise<readonly PlannedTest[]> {
  const { tests, looseDistributed } = await surveyTests(paths, selection, context);
  if (looseDistributed.length > 0) throw distributedInTest(looseDistributed);
  if (tests.every((planned) => planned.skipped !== undefined)) throw nothingSelected(selection);
  return tests;
}

export interface Survey {
  readonly tests: readonly PlannedTest[];
  /** Distributed files that no suites file contains: `test` must not run them. */
  readonly looseDistributed: readonly string[];
}

/** What a set of files holds, refusing nothing. */
export async function surveyTests(paths: readonly string[], selection: Selection, context: Context): Promise<Survey> {
  const planner = new Planner(selection, context);
  const files: TestFile[] = [];
  for (const path of paths) files.push(await planner.read(path));
  for (const file of files) if (isSuites(file)) await planner.followSuites(file, outermost(selection));
  const loose = files.filter((file) => !isSuites(file) && !planner.reached.has(file.file));
  const isDistributed = (file: TestFile): boolean => file.outcome.variant === 'distributed';
  for (const file of loose) if (!isDistributed(file)) planner.add(file, outermost(selection));
  return { tests: planner.inOrder(files), looseDistributed: loose.filter(isDistributed).map((file) => file.path) };
}

function outermost({ seed, timeoutMs }: Selection): Inherited {
  return { group: undefined, tags: [], seed, timeoutMs, expected: 'pass' };
}

function isSuites(file: TestFile): boolean {
  return file.outcome.scenario?.variant === 'suites';
}

function nothingSelected({ filter, tags }: Selection): FozzyError {
  const told = [filter === undefined ? '' : `--filter ${filter}`, tags === undefined ? '' : `--tag ${tags.join(',')}`].filter(
    (part) => part !== '',
  );
  return new FozzyError('no_tests_selected', `no scenario is left after ${told.join(' and ')}`, {
    details: { filter: filter ?? null, tags: tags ?? [] },
  });
}

/** What was found under a path: a scenario, or code that exports simulations or cannot be loaded. */
interface TestFile extends ScenarioFile {
  readonly simulations?: SimulationFile;
  readonly failure?: FozzyError;
}

/** A file that cannot be opened is a result like any other; the rest of the tests still run. */
async function openCode(path: string, file: string, context: Context): Promise<TestFile> {
  const opened = { path, file, text: '', outcome: { problems: [] } };
  try {
    const { SimulationFile } = await import('../simulation/open-file.ts');
    return { ...opened, simulations: await SimulationFile.open(path, context.cwd, codeCacheOf(context)) };
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    return { ...opened, failure: error };
  }
}

class Planner {
  readonly reached = new Set<string>();
  readonly #selection: Selection;
  readonly #context: Context;
  readonly #files = new Map<string, TestFile>();
  /** By the file that led to them: a loose file itself, or a suites file. */
  readonly #planned = new Map<string, PlannedTest[]>();

  constructor(selection: Selection, context: Context) {
    this.#selection = selection;
    this.#context = context;
  }

  /** Each file once, however many groups name it. */
  async read(path: string): Promise<TestFile> {
    const absolute = resolve(this.#context.cwd, path);
    let file = this.#files.get(absolute);
    if (file === undefined) {
      file = isSimulationPath(path) ? await openCode(path, absolute, this.#context) : readScenario(path, this.#context);
      this.#files.set(absolute, file);
    }
    return file;
  }

  async followSuites(file: TestFile, outer: Inherited, root = file.file): Promise<void> {
    const { scenario } = file.outcome;
    if (scenario?.variant !== 'suites') return;
    this.reached.add(file.file);
    const folder = dirname(file.file);
    for (const group of scenario.groups) {
      const inherited = inherit(group, scenario, outer);
      for (const member of suiteMembers(group, scenarioEnvironment(folder))) {
        const read = await this.read(projectPath(resolve(folder, member), this.#context.cwd));
        this.reached.add(read.file);
        if (isSuites(read)) await this.followSuites(read, inherited, root);
        else this.add(read, inherited, root);
      }
    }
  }

  /** One test per scenario; a file of code holds as many as it exports. */
  add(file: TestFile, inherited: Inherited, root = file.file): void {
    const list = this.#planned.get(root) ?? [];
    this.#planned.set(root, list);
    const { simulations } = file;
    if (simulations === undefined) list.push(this.#plan(file, file.outcome.name ?? file.path, inherited));
    else
      for (const declared of simulations.simulations)
        list.push({ ...this.#plan(file, declared.name, inherited), simulation: { file: simulations, declared } });
  }

  #plan(file: TestFile, name: string, { group, tags, seed, timeoutMs, expected }: Inherited): PlannedTest {
    return {
      path: file.path,
      name,
      scenario: file.outcome.scenario,
      problems: file.outcome.problems,
      ...(file.failure === undefined ? {} : { failure: file.failure }),
      group,
      tags,
      seed: seedFor(seed, file.path),
      timeoutMs,
      expected,
      skipped: this.#reasonToSkip(file.path, name, tags),
    };
  }

  /** Files in path order; a suites file stands where its members run. */
  inOrder(files: readonly TestFile[]): readonly PlannedTest[] {
    return files.flatMap((file) => this.#planned.get(file.file) ?? []);
  }

  #reasonToSkip(path: string, name: string, tags: readonly string[]): string | undefined {
    const { filter, tags: wanted } = this.#selection;
    if (filter !== undefined && !path.includes(filter) && !name.includes(filter)) return `does not match --filter ${filter}`;
    if (wanted !== undefined && !tags.some((tag) => wanted.includes(tag))) return `has none of the tags ${wanted.join(', ')}`;
    return undefined;
  }
}

/** The inner group's own values win; the command's smaller timeout wins over both. */
function inherit(group: SuiteGroup, file: SuitesScenario, outer: Inherited): Inherited {
  const own = group.seed === undefined ? undefined : parseU64(group.seed);
  const timeouts = [group.timeoutMs, outer.timeoutMs].filter((ms) => ms !== undefined);
  return {
    group: outer.group === undefined ? group.name : `${outer.group}/${group.name}`,
    tags: group.tags.length > 0 ? group.tags : outer.tags,
    seed: own ?? outer.seed,
    timeoutMs: timeouts.length === 0 ? undefined : Math.min(...timeouts),
    expected: hasOwnExpectation(group, file) ? group.expect : outer.expected,
  };
}

function hasOwnExpectation(group: SuiteGroup, file: SuitesScenario): boolean {
  const suites = file.json['suites'];
  const written = typeof suites === 'object' && suites !== null && group.name in suites ? Reflect.get(suites, group.name) : undefined;
  return typeof written === 'object' && written !== null && 'expect' in written;
}
