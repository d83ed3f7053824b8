/** What a project has to be checked with, and which scenario plays which role. Content and suites decide, never words in file names. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { canonicalJson } from '../../base/canonical-json.ts';
import { FozzyError } from '../../base/problem.ts';
import { parseU64, type U64 } from '../../base/u64.ts';
import { assert } from '../../base/assert.ts';
import type { Context } from '../context.ts';
import { findFiles } from '../find-files.ts';
import { surveyTests } from '../test/plan-tests.ts';
import type { PlannedTest } from '../test/planned-test.ts';

export interface Discovered {
  /** Everything that was found, in path order. */
  readonly paths: readonly string[];
  /** What `test` may be given: all but loose distributed files. */
  readonly testable: readonly string[];
  readonly tests: readonly PlannedTest[];
  readonly steps: readonly PlannedTest[];
  readonly simulations: readonly PlannedTest[];
  readonly looseDistributed: readonly string[];
  readonly distributed: readonly string[];
  readonly invalid: readonly PlannedTest[];
}

export async function discover(root: string, seed: string, context: Context): Promise<Discovered> {
  if (statSync(resolve(context.cwd, root), { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new FozzyError('no_match', `there is no directory ${root} to look for scenarios in`, { hint: 'pass --scenario-root <dir>' });
  }
  const below = root.replace(/\/+$/u, '');
  const paths = findFiles([`${below}/**/*.fozzy.json`, `${below}/**/*.fozzy.{ts,mts,js,mjs}`], context.cwd);
  const survey = await surveyTests(paths, { filter: undefined, tags: undefined, seed: seedOf(seed), timeoutMs: undefined }, context);
  const loose = new Set(survey.looseDistributed);
  const { tests } = survey;
  const member = tests.filter(({ scenario }) => scenario?.variant === 'distributed').map(({ path }) => path);
  return {
    paths,
    testable: paths.filter((path) => !loose.has(path)),
    tests,
    steps: unique(tests.filter(({ scenario }) => scenario?.variant === 'steps')),
    simulations: tests.filter(({ simulation }) => simulation !== undefined),
    looseDistributed: survey.looseDistributed,
    distributed: [...survey.looseDistributed, ...member],
    invalid: tests.filter(
      ({ failure, scenario, simulation }) => failure !== undefined || (scenario === undefined && simulation === undefined),
    ),
  };
}

/** The first that is expected to pass; where all are expected to fail, the first of them. */
export function primaryOf({ steps }: Discovered): PlannedTest | undefined {
  return steps.find(({ expected }) => expected === 'pass') ?? steps[0];
}

/** One that is meant to fail has something to shrink. */
export function failingOf({ steps }: Discovered): PlannedTest | undefined {
  return steps.find(({ expected }) => expected !== 'pass');
}

/** The first that is expected to pass and has steps of one of these families. Nested steps count as well. */
export function withSteps({ steps }: Discovered, families: readonly string[]): PlannedTest | undefined {
  const types = new RegExp(`"type":"(?:${families.join('|')})_`, 'u');
  return steps.find(({ scenario, expected }) => expected === 'pass' && scenario !== undefined && types.test(canonicalJson(scenario.json)));
}

function seedOf(text: string): U64 {
  const seed = parseU64(text);
  assert(seed !== undefined, 'the flag was parsed as a u64');
  return seed;
}

/** A file may be a member of several groups; one that expects something else than a pass speaks for it. */
function unique(tests: readonly PlannedTest[]): readonly PlannedTest[] {
  const byPath = new Map<string, PlannedTest>();
  for (const test of tests) if (!byPath.has(test.path) || test.expected !== 'pass') byPath.set(test.path, test);
  return [...byPath.values()];
}
