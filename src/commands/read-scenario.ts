/**
 * From a path to what the one validator says about the file. Only a file that cannot be read at all
 * throws; whatever is wrong inside it comes back as problems.
 */
import { shellWord } from '../base/shell-word.ts';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { compareText } from '../base/compare.ts';
import { SCENARIO_BYTES_MAX } from '../base/limits.ts';
import { nearest } from '../base/nearest.ts';
import type { Problem } from '../base/problem.ts';
import { FozzyError } from '../base/problem.ts';
import { utf8Decode } from '../base/utf8.ts';
import type { ParseOptions } from '../scenario/parse-scenario.ts';
import { parseScenario } from '../scenario/parse-scenario.ts';
import type { ParseOutcome } from '../scenario/scenario.ts';
import type { ResolvedGroup } from '../scenario/suite-members.ts';
import { checkSuiteCycles, suiteMembers } from '../scenario/suite-members.ts';
import { errnoOf, onDisk } from '../store/file-error.ts';
import { activeBackends } from './active-backends.ts';
import type { Context } from './context.ts';
import { scenarioEnvironment } from './scenario-environment.ts';

export type ScenarioContext = Pick<Context, 'cwd' | 'strict' | 'config' | 'backendFlags'>;

export interface ScenarioFile {
  /** As the user named it. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  /** Empty if the file is not text. */
  readonly text: string;
  readonly outcome: ParseOutcome;
}

export function readScenario(path: string, context: ScenarioContext, overrides?: ParseOptions['overrides']): ScenarioFile {
  const file = resolve(context.cwd, path);
  const read = readText(path, file);
  if (read.text === undefined) return { path, file, text: '', outcome: { problems: [read.problem] } };
  const outcome = parseIn(file, read.text, context, overrides);
  return { path, file, text: read.text, outcome: withoutCycles(file, outcome, context) };
}

/** Members of all groups of a suites file, absolute, in group and path order. */
export function membersOf(file: string, outcome: ParseOutcome): readonly string[] {
  return groupsOf(file, outcome)?.flatMap(({ members }) => members) ?? [];
}

function parseIn(file: string, text: string, context: ScenarioContext, overrides?: ParseOptions['overrides']): ParseOutcome {
  return parseScenario(text, {
    strict: context.strict,
    env: scenarioEnvironment(dirname(file)),
    httpBackend: activeBackends(context).http,
    ...(overrides && { overrides }),
  });
}

type TextOrProblem = { readonly text: string } | { readonly text?: undefined; readonly problem: Problem };

function readText(path: string, file: string): TextOrProblem {
  const bytes = readBytes(path, file);
  if (bytes === undefined) return { problem: problemOfFile('out_of_range', `the file is larger than ${SCENARIO_BYTES_MAX} bytes`) };
  const text = utf8Decode(bytes, { fatal: true });
  return text === undefined
    ? { problem: problemOfFile('json_syntax', 'failed to parse scenario at 1:1: the file is not UTF-8 text') }
    : { text };
}

/** Undefined for a file that is too large to be a scenario; it is not even read. */
function readBytes(path: string, file: string): Uint8Array | undefined {
  if (checkScenarioFile(path, file) > SCENARIO_BYTES_MAX) return undefined;
  return onDisk('read scenario', path, () => readFileSync(file));
}

/** The size of a file that is there; a path that names none is refused with the one that was probably meant. */
export function checkScenarioFile(path: string, file: string): number {
  const found = onDisk('read scenario', path, () => {
    try {
      return statSync(file);
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === 'ENOENT' || errno === 'ENOTDIR') throw notFound(path, file);
      throw error;
    }
  });
  if (!found.isDirectory()) return found.size;
  const hint = `name a file in it, or run \`fozzy test ${shellWord(join(path, '**/*.fozzy.json'))}\``;
  throw new FozzyError('io', `cannot read scenario ${path}: it is a directory`, { hint, details: { path, errno: 'EISDIR' } });
}

function notFound(path: string, file: string): FozzyError {
  const near = nearestName(basename(file), namesIn(dirname(file)));
  const hint = near === undefined ? undefined : `did you mean ${join(dirname(path), near)}?`;
  return new FozzyError('scenario_not_found', `scenario not found: ${path}`, { ...(hint !== undefined && { hint }), details: { path } });
}

/** Endings are left out of the comparison, mistyped ones too: they are long, all alike, and would make every file look near. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const stems = new Map(names.map((candidate) => [stemOf(candidate), candidate]));
  return stems.get(nearest(stemOf(name), stems.keys()) ?? '');
}

function stemOf(name: string): string {
  return name.replace(/(\.fo\w*)?(\.(json|[cm]?[jt]s))?$/, '');
}

function namesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') || /\.fozzy\.[cm]?[jt]s$/.test(name));
    return names.sort(compareText);
  } catch {
    return [];
  }
}

function problemOfFile(code: Problem['code'], message: string): Problem {
  return {
    code,
    message,
    pointer: '',
    line: 1,
    column: 1,
    hint: '`fozzy schema --json` describes the format with examples',
    severity: 'error',
  };
}

/** Whether suites include each other can only be told by reading them. */
function withoutCycles(file: string, outcome: ParseOutcome, context: ScenarioContext): ParseOutcome {
  if (outcome.scenario?.variant !== 'suites') return outcome;
  const shown = (path: string) => relative(context.cwd, path).split(sep).join('/');
  const seen = new Map<string, readonly ResolvedGroup[] | undefined>();
  const resolved = (path: string): readonly ResolvedGroup[] | undefined => {
    const known = resolve(context.cwd, path);
    if (!seen.has(known)) {
      const groups = known === file ? groupsOf(file, outcome) : groupsOnDisk(known, context);
      seen.set(
        known,
        groups?.map(({ group, members }) => ({ group, members: members.map(shown) })),
      );
    }
    return seen.get(known);
  };
  const cycles = checkSuiteCycles(shown(file), resolved);
  if (cycles.length === 0) return outcome;
  const { scenario, ...recognised } = outcome;
  return { ...recognised, name: scenario.name, problems: [...outcome.problems, ...cycles].sort(byPlace) };
}

function groupsOnDisk(file: string, context: ScenarioContext): readonly ResolvedGroup[] | undefined {
  const { text } = readText(file, file);
  return text === undefined ? undefined : groupsOf(file, parseIn(file, text, context));
}

function groupsOf(file: string, { scenario }: ParseOutcome): readonly ResolvedGroup[] | undefined {
  if (scenario?.variant !== 'suites') return undefined;
  const folder = dirname(file);
  const environment = scenarioEnvironment(folder);
  return scenario.groups.map((group) => ({ group, members: suiteMembers(group, environment).map((member) => resolve(folder, member)) }));
}

function byPlace(a: Problem, b: Problem): number {
  return a.line - b.line || a.column - b.column;
}
