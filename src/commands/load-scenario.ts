/** A scenario that may be executed, or the refusal every executing command gives. */
import { shellWord } from '../base/shell-word.ts';
import type { JsonObject } from '../base/json.ts';
import type { Problem } from '../base/problem.ts';
import { FozzyError } from '../base/problem.ts';
import type { ParseOptions } from '../scenario/parse-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ScenarioContext } from './read-scenario.ts';
import { readScenario } from './read-scenario.ts';

export interface LoadedScenario {
  /** As the user named it. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  readonly scenario: Scenario;
  /** Warnings only. */
  readonly problems: readonly Problem[];
}

export function loadScenario(path: string, context: ScenarioContext, overrides?: ParseOptions['overrides']): LoadedScenario {
  const { file, text, outcome } = readScenario(path, context, overrides);
  if (outcome.scenario === undefined) throw scenarioInvalid(path, outcome.problems);
  return { path, file, text, scenario: outcome.scenario, problems: outcome.problems };
}

export function scenarioInvalid(path: string, problems: readonly Problem[]): FozzyError {
  const errors = problems.filter((problem) => problem.severity === 'error');
  const [first] = errors;
  const others = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  const summary = first === undefined ? '' : `: ${first.message}${others}`;
  return new FozzyError('scenario_invalid', `invalid scenario ${path}${summary}`, {
    details: { path, problems: problems.map((problem) => problemData(problem, path)) },
  });
}

/** The problem record with the file it is about. */
export function problemData(problem: Problem, file: string): JsonObject {
  const { code, message, pointer, line, column, hint, severity } = problem;
  return { file, code, message, pointer, line, column, ...(hint !== undefined && { hint }), severity };
}

type Variant = Scenario['variant'];

/** Narrows to the variant a command executes; any other file is refused with the command that takes it. */
export function requireVariant<V extends Variant>(loaded: LoadedScenario, variant: V, command: string): Extract<Scenario, { variant: V }> {
  if (hasVariant(loaded.scenario, variant)) return loaded.scenario;
  throw wrongVariant(loaded.path, loaded.scenario.variant, command);
}

function hasVariant<V extends Variant>(scenario: Scenario, variant: V): scenario is Extract<Scenario, { variant: V }> {
  return scenario.variant === variant;
}

function wrongVariant(path: string, variant: Variant, command: string): FozzyError {
  const [message, hint] = refusal(path, variant, command);
  return new FozzyError('wrong_variant', message, { hint, details: { path, variant, command } });
}

function refusal(path: string, variant: Variant, command: string): readonly [message: string, hint: string] {
  switch (variant) {
    case 'distributed':
      return [
        `${path} is a distributed scenario; \`fozzy ${command}\` cannot execute it: use \`fozzy explore\``,
        `run \`fozzy explore ${shellWord(path)}\``,
      ];
    case 'suites':
      return [
        `${path} is a suites scenario; \`fozzy ${command}\` cannot execute it: use \`fozzy test\``,
        `run \`fozzy test ${shellWord(path)}\``,
      ];
    case 'steps':
      return [
        `${path} is a steps scenario; \`fozzy ${command}\` cannot execute it. Use \`fozzy run\`. A distributed file has a \`distributed\` object with \`nodes\`, \`steps\` and \`invariants\` instead of \`steps\``,
        `run \`fozzy run ${shellWord(path)}\``,
      ];
  }
}

export function distributedInTest(paths: readonly string[]): FozzyError {
  const files = paths.join(', ');
  return new FozzyError(
    'distributed_in_test',
    `distributed scenarios must be run with \`fozzy explore\` or be listed in a suites file: ${files}`,
    {
      hint: `run \`fozzy explore ${shellWord(paths[0] ?? '')}\`, or name the files in a group of a suites file`,
      details: { paths },
    },
  );
}
