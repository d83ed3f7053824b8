/**
 * What is known to test which file. A link is something somebody declared (`covers`) or a run recorded (sources of a trace, coverage of a fuzz
 * run); names of files and folders prove nothing, and what was recorded for other content of a file does not count.
 */
import { dirname, join, relative, resolve } from 'node:path';
import type { Json, JsonObject } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import { findFiles } from '../find-files.ts';
import { parseObject, readText } from '../../store/json-file.ts';
import { scanRuns } from '../../store/scan-runs.ts';
import { checkRun } from '../../store/integrity.ts';
import { type DecodedTrace, decodeTrace } from '../../trace/decode.ts';
import type { RunManifest } from '../../store/manifest.ts';
import type { Context } from '../context.ts';
import { readTrace } from '../open-trace.ts';
import { readScenario } from '../read-scenario.ts';
import { scenarioEnvironment } from '../scenario-environment.ts';
import { type Deadline, requireFolder } from './survey.ts';
import type { SuiteName } from './suite-policy.ts';

export interface Evidence {
  readonly suite: SuiteName;
  readonly source: 'declared' | 'recorded';
  readonly scenario?: string;
  readonly runId?: string;
  readonly stale: boolean;
}

export interface UnreadableScenario {
  readonly path: string;
  readonly problems: readonly string[];
}

interface Link extends Evidence {
  /** Absolute. */
  readonly file: string;
}

export interface EvidenceBook {
  readonly scenarioCount: number;
  readonly unreadableScenarios: readonly UnreadableScenario[];
  readonly warnings: readonly string[];
  /** By absolute path. */
  readonly of: (file: string) => readonly Evidence[];
  /** Whether a failing run of something linked to it is recorded. */
  readonly hasKnownFailure: (file: string) => boolean;
}

export interface EvidenceParts {
  readonly scenarioRoot: string;
  /** Digest of every surveyed file by its absolute path. */
  readonly digests: ReadonlyMap<string, string>;
}

export function collectEvidence({ scenarioRoot, digests }: EvidenceParts, context: Context, deadline: Deadline): EvidenceBook {
  const folder = resolve(context.cwd, scenarioRoot);
  requireFolder(folder, scenarioRoot, 'scenario-root');
  const book = new Book(digests);
  const unreadable: UnreadableScenario[] = [];
  const paths = findFiles(['**/*.fozzy.json'], folder).map((path) => relative(context.cwd, join(folder, path)).split('\\').join('/'));
  let scenarioCount = 0;
  for (const path of paths) {
    deadline.check('reading scenarios');
    const problems = addScenario(path, book, context);
    if (problems === undefined) scenarioCount += 1;
    else unreadable.push({ path, problems });
  }
  const warnings = [...book.warnings, ...addRuns(book, context, deadline)];
  return {
    scenarioCount,
    unreadableScenarios: unreadable,
    warnings,
    of: (file) => (book.links.get(file) ?? []).map(({ file: _file, ...evidence }) => evidence),
    hasKnownFailure: (file) => book.failing.has(file),
  };
}

class Book {
  readonly links = new Map<string, Link[]>();
  readonly failing = new Set<string>();
  /** Files by the scenario that says it covers them. */
  readonly covered = new Map<string, readonly string[]>();
  readonly digests: ReadonlyMap<string, string>;
  readonly warnings: string[] = [];

  constructor(digests: ReadonlyMap<string, string>) {
    this.digests = digests;
  }

  add(found: Link): void {
    const known = this.links.get(found.file);
    if (known === undefined) this.links.set(found.file, [found]);
    else known.push(found);
  }
}

/** Undefined when it could be used; otherwise what is wrong with it. */
function addScenario(path: string, book: Book, context: Context): readonly string[] | undefined {
  let read: ReturnType<typeof readScenario>;
  try {
    read = readScenario(path, context);
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    return [error.message];
  }
  const { scenario, problems } = read.outcome;
  if (scenario === undefined || problems.some(({ severity }) => severity === 'error')) return problems.map(({ message }) => message);
  if (scenario.variant === 'suites') return undefined;
  const folder = dirname(read.file);
  const environment = scenarioEnvironment(folder);
  const files = environment.expandMembers(scenario.covers).map((covered) => resolve(folder, covered));
  for (const covered of scenario.covers)
    if (environment.expandMembers([covered]).length === 0) book.warnings.push(`${path} says it covers ${covered}, which is no file`);
  book.covered.set(path, files);
  const suites = suitesOfScenario(scenario.variant, scenario.json);
  for (const file of files) for (const suite of suites) book.add({ file, suite, source: 'declared', scenario: path, stale: false });
  return undefined;
}

/** By what the scenario does, nested steps included. */
function suitesOfScenario(variant: 'steps' | 'distributed', json: JsonObject): readonly SuiteName[] {
  const types = new Set<string>();
  let readsInput = false;
  const look = (value: Json | undefined): void => {
    if (typeof value === 'string') readsInput ||= value.includes('${fuzz.input');
    else if (Array.isArray(value)) for (const item of value) look(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        if (key === 'type' && typeof member === 'string') types.add(member);
        look(member);
      }
    }
  };
  look(json);
  const does = (prefix: RegExp): boolean => [...types].some((type) => prefix.test(type));
  return [
    'test_det',
    ...(readsInput ? (['fuzz_inputs'] as const) : []),
    ...(variant === 'distributed' ? (['explore_schedule_faults'] as const) : []),
    ...(does(/^(?:proc|fs|http)_/u) ? (['host_backends_run'] as const) : []),
    ...(does(/^memory_/u) ? (['memory_graph_diff_top'] as const) : []),
  ];
}

/** Newer runs say more than older ones; a project with more than this many has been tested enough to know. */
const RUNS_MAX = 500;

function addRuns(book: Book, context: Context, deadline: Deadline): readonly string[] {
  const entries = scanRuns(resolve(context.cwd, context.config.baseDir));
  const finished = entries.flatMap((entry) => (entry.kind === 'finished' ? [entry] : []));
  const warnings = finished.length > RUNS_MAX ? [`only the newest ${RUNS_MAX} of ${finished.length} runs were looked at`] : [];
  for (const { directory, manifest } of finished.slice(0, RUNS_MAX)) {
    deadline.check('reading recorded runs');
    const check = checkRun(directory);
    if (check.kind !== 'complete') {
      warnings.push(`run ${manifest.runId} is damaged and proves nothing`);
      continue;
    }
    addCoverage(directory, manifest, book, context);
    if (manifest.mode === 'replay') continue;
    for (const path of check.run.tracePaths) addTrace(path, manifest, book, context);
  }
  return warnings;
}

function addCoverage(directory: string, manifest: RunManifest, book: Book, context: Context): void {
  if (!manifest.files.some(({ name }) => name === 'coverage.json')) return;
  const files = parseObject(readText(join(directory, 'coverage.json')) ?? '')?.['files'];
  const suite = manifest.mode === 'fuzz' ? 'fuzz_inputs' : 'explore_schedule_faults';
  for (const entry of Array.isArray(files) ? files : []) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry) || typeof entry['path'] !== 'string') continue;
    if (typeof entry['coveredBlocks'] !== 'number' || entry['coveredBlocks'] === 0) continue;
    link(book, resolve(context.cwd, entry['path']), entry['blake3'], suite, manifest.runId);
  }
}

function addTrace(path: string, manifest: RunManifest, book: Book, context: Context): void {
  let decoded: DecodedTrace;
  try {
    decoded = decodeTrace(readTrace(path), path);
  } catch (error) {
    // A trace that does not verify proves nothing; `doctor` and `trace verify` say why.
    if (error instanceof FozzyError) return;
    throw error;
  }
  const { document } = decoded;
  const schedules = document.simulation ?? document.explore;
  const sources = (schedules ?? document.fuzz)?.sources ?? [];
  const isFailing = document.summary.status !== 'pass';
  const suites: readonly SuiteName[] = [
    'run_record_replay_ci',
    ...(document.shrunkFrom === undefined ? [] : (['shrink_exercised'] as const)),
    ...(document.shrunkFrom !== undefined && isFailing ? (['shrink_failure_trace'] as const) : []),
  ];
  // A simulation has no scenario file that could declare anything: the run is what links it, and says what it is.
  const ofCode: readonly SuiteName[] =
    schedules === undefined ? [] : ['test_det', ...(manifest.mode === 'explore' ? (['explore_schedule_faults'] as const) : [])];
  for (const { path: source, blake3 } of sources) {
    const file = resolve(context.cwd, source);
    for (const suite of [...ofCode, ...suites]) link(book, file, blake3, suite, manifest.runId);
    if (isFailing && book.digests.get(file) === blake3) book.failing.add(file);
  }
  const { scenarioPath } = document;
  for (const file of (scenarioPath === null ? undefined : book.covered.get(scenarioPath)) ?? []) {
    for (const suite of suites)
      book.add({ file, suite, source: 'recorded', scenario: scenarioPath ?? '', runId: manifest.runId, stale: false });
    if (isFailing) book.failing.add(file);
  }
}

function link(book: Book, file: string, blake3: Json | undefined, suite: SuiteName, runId: string): void {
  const now = book.digests.get(file);
  if (now !== undefined) book.add({ file, suite, source: 'recorded', runId, stale: blake3 !== now });
}
