/**
 * Simulations as values of a program: searched in this process, with the same engine and the same results as the command, and nothing
 * written to disk. `check` is the form for a test body: it throws what a person needs to read.
 */
import { shellWord } from '../../base/shell-word.ts';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FozzyError } from '../../base/problem.ts';
import { parseU64, renderU64, type U64 } from '../../base/u64.ts';
import { explore as search } from '../../campaign/explore/explore.ts';
import type { StrategyName } from '../../campaign/explore/strategy-names.ts';
import { activeKernel } from '../../sim/active.ts';
import { CodeBase } from '../../sim/load/code-base.ts';
import { sharingOf } from '../../sim/load/vetted-packages.ts';
import { ProjectFiles } from '../../sim/project-image.ts';
import type { Simulation } from '../../sim/scenario/simulation.ts';
import type { Finding } from '../../trace/finding.ts';
import type { FaultReport, Isolation, SearchSection, Status } from '../../trace/summary.ts';
import { plainPaint } from '../../report/paint.ts';
import { shortStory } from '../../report/story.ts';
import { projectPath } from '../project-path.ts';
import type { Explorable as Searched } from './explorable.ts';
import { judgeSearch, shownRun } from './judge.ts';
import { scenarioLibrary } from './library.ts';
import { SimulationFile } from './open-file.ts';
import { OpenedSimulation, type Overrides } from './opened-simulation.ts';
import { Pace } from './pace.ts';

export interface ExploreOptions {
  /** Schedules to try at most; 1000 unless given. */
  readonly runs?: number;
  /** Real time to spend at most, in milliseconds; 60 s unless given. */
  readonly timeMs?: number;
  /** How to search; 'portfolio' unless given. */
  readonly strategy?: StrategyName;
  /** The same seed searches the same schedules; 0 unless given, so that a test does the same every time. */
  readonly seed?: number | bigint | string;
  /** The simulation to take, by its name, where a file exports several. */
  readonly only?: string;
  /** How HTTP travels between machines. */
  readonly http?: 'fast' | 'wire';
  /** The project: machines work in it and read its files; the working directory of the process unless given. */
  readonly cwd?: string;
  readonly signal?: AbortSignal;
}

export interface ExploreResult {
  readonly status: Status;
  readonly name: string;
  readonly seed: string;
  readonly findings: readonly Finding[];
  /** What became of every fault, over all schedules. */
  readonly faults: readonly FaultReport[];
  readonly search: SearchSection;
  /** How far runs were kept apart, and why further than usual. */
  readonly isolation: { readonly tier: Isolation; readonly reason: string | undefined };
  /** The failing run in a few lines; empty when none failed. */
  readonly story: readonly string[];
  /** True when the signal ended the search. */
  readonly interrupted: boolean;
}

type SearchOptions = Pick<ExploreOptions, 'runs' | 'timeMs' | 'strategy' | 'seed' | 'signal'>;

const RUNS = 1000;
const TIME_MS = 60_000;

/** What `explore` and `check` take: a simulation, or the path or URL of a file that exports one. */
export type Explorable = Simulation | string | URL;

/** Searches the schedules and faults of a simulation. A failure is a result; only what cannot be searched at all rejects. */
export async function explore(subject: Explorable, options: ExploreOptions = {}): Promise<ExploreResult> {
  if (activeKernel() !== undefined)
    throw new FozzyError('usage', 'explore() was called inside a simulation; call it from the test around it');
  return searchOpened(await open(subject, options), options, 'portfolio');
}

/** Whatever can be searched, searched as the options say. */
export async function searchOpened(simulation: Searched, options: SearchOptions, strategy: StrategyName): Promise<ExploreResult> {
  const seed = seedOf(options.seed);
  const pace = new Pace(options.timeMs ?? TIME_MS);
  const found = await search(simulation.subject, {
    strategy: options.strategy ?? strategy,
    seed,
    runs: options.runs ?? RUNS,
    isTimeUp: () => pace.isTimeUp(),
    isTired: () => pace.isTired(),
    breathe: () => {
      pace.breathed();
      return options.signal?.aborted !== true;
    },
  });
  const shown = await shownRun(simulation, found);
  const { status, findings } = judgeSearch(found, shown, simulation);
  const { events } = shown;
  return {
    status,
    name: simulation.name,
    seed: renderU64(seed.hi, seed.lo),
    findings,
    faults: found.faults,
    search: found.search,
    isolation: simulation.isolation,
    story: status === 'pass' ? [] : shortStory({ events, findings, faults: shown.faults, paint: plainPaint, widthMax: 100 }, ''),
    interrupted: found.interrupted,
  };
}

/** What `check` throws: the message says what went wrong, how, and how to see it again. */
export class SimulationFailed extends Error {
  override readonly name = 'SimulationFailed';
  readonly result: ExploreResult;

  constructor(result: ExploreResult, again: string) {
    const [first] = result.findings;
    const what = first === undefined ? result.status : `[${first.kind}] ${first.title}: ${first.message}`;
    const after = `after ${result.search.schedules} schedule${result.search.schedules === 1 ? '' : 's'}`;
    super(
      [`${result.name}: ${what} (${after}, seed ${result.seed})`, ...result.story.map((line) => `  ${line}`), `  again   ${again}`].join(
        '\n',
      ),
    );
    this.result = result;
  }
}

/** For a test body: passes quietly, or throws an error that tells the story. */
export async function check(subject: Explorable, options: ExploreOptions = {}): Promise<ExploreResult> {
  const result = await explore(subject, options);
  if (result.status === 'pass') return result;
  throw new SimulationFailed(result, againOf(subject, result));
}

function againOf(subject: Explorable, { name, seed }: ExploreResult): string {
  if (typeof subject === 'string' || subject instanceof URL)
    return `fozzy explore ${shellWord(pathOf(subject))} --only ${shellWord(name)} --seed ${seed}`;
  return `the same test again: its seed is ${seed}`;
}

function seedOf(given: ExploreOptions['seed']): U64 {
  const seed = parseU64(String(given ?? 0));
  if (seed === undefined) throw new FozzyError('usage', `invalid seed '${String(given)}': a seed is an integer from 0 to 2^64 - 1`);
  return seed;
}

function pathOf(subject: string | URL): string {
  return subject instanceof URL || subject.startsWith('file:') ? fileURLToPath(subject) : subject;
}

async function open(subject: Explorable, options: ExploreOptions): Promise<OpenedSimulation> {
  const cwd = realpathSync(resolve(options.cwd ?? process.cwd()));
  const overrides: Overrides = options.http === undefined ? {} : { options: { httpPath: options.http } };
  if (typeof subject === 'string' || subject instanceof URL) {
    const file = await SimulationFile.open(projectPath(pathOf(subject), cwd), cwd);
    return file.openSimulation(file.choose(options.only, 'explore'), overrides);
  }
  const { external = [], shared } = subject.options;
  const codeBase = await CodeBase.open({ hosted: ['fozzy', ...external], shared: sharingOf(shared) });
  const path = subject.file ?? resolve(cwd, 'simulation.ts');
  const file = projectPath(path, cwd);
  const parts = { codeBase, library: scenarioLibrary, project: new ProjectFiles(cwd), file, projectFile: file, path, open: () => subject };
  return OpenedSimulation.create(parts, subject.name, subject.options, overrides, false);
}
