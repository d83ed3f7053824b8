/** The validate document: verdict, what could be told of the file, every problem. Members of a suites file are judged with it. */
import { relative, sep } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import type { ParseOutcome, Scenario } from '../../scenario/scenario.ts';
import { plainPaint } from '../../report/paint.ts';
import { renderProblems } from '../../report/problems-text.ts';
import { visibleLine } from '../../report/visible.ts';
import { countText } from '../../report/quantity.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { problemData } from '../load-scenario.ts';
import type { ScenarioFile } from '../read-scenario.ts';
import { membersOf, readScenario } from '../read-scenario.ts';
import { isSimulationPath } from '../simulation/simulation-path.ts';

interface PlacedProblem {
  readonly file: string;
  readonly problem: Problem;
}

export async function performValidate(options: Options, context: Context): Promise<CommandResult> {
  const path = String(options['scenario']);
  if (isSimulationPath(path)) return (await import('../simulation/validate.ts')).validateSimulation(path, context);
  const read = readScenario(path, context);
  const problems = [...placed(read), ...(await memberProblems(read, context))];
  const firstError = problems.find(({ problem }) => problem.severity === 'error');
  const { outcome } = read;
  const document = {
    schemaVersion: 'fozzy.validate.v1',
    ok: firstError === undefined,
    scenario: path,
    ...(outcome.variant !== undefined && { variant: outcome.variant }),
    ...(outcome.name !== undefined && { name: outcome.name }),
    ...(outcome.scenario && countsOf(outcome.scenario)),
    problems: problems.map(({ file, problem }) => problemData(problem, file)),
    ...(firstError && { error: renderProblems(firstError.file, [firstError.problem], plainPaint) }),
  };
  return { document, exitCode: firstError === undefined ? 0 : 2, text: validateText(path, outcome, problems, context) };
}

function placed({ path, outcome }: ScenarioFile): PlacedProblem[] {
  return outcome.problems.map((problem) => ({ file: path, problem }));
}

/** Every file is read once, however many groups and suites name it. */
async function memberProblems(read: ScenarioFile, context: Context): Promise<PlacedProblem[]> {
  const seen = new Set([read.file]);
  const found: PlacedProblem[] = [];
  const waiting = [...membersOf(read.file, read.outcome)];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const path = relative(context.cwd, file).split(sep).join('/');
    if (isSimulationPath(path)) {
      const { problemsOfSimulations } = await import('../simulation/validate.ts');
      found.push(...(await problemsOfSimulations(path, context)).map((problem) => ({ file: path, problem })));
      continue;
    }
    const member = readScenario(path, context);
    found.push(...placed(member));
    waiting.push(...membersOf(member.file, member.outcome));
  }
  return found;
}

function countsOf(scenario: Scenario): { readonly steps?: number; readonly invariants?: number; readonly suites?: number } {
  switch (scenario.variant) {
    case 'steps':
      return { steps: scenario.steps.length };
    case 'distributed':
      return { steps: scenario.stepCount, invariants: scenario.invariantCount };
    case 'suites':
      return { suites: scenario.groups.length };
  }
}

function validateText(path: string, outcome: ParseOutcome, problems: readonly PlacedProblem[], { paint }: Context): string {
  const lines = problems.map(({ file, problem }) => renderProblems(file, [problem], paint));
  const errors = problems.filter(({ problem }) => problem.severity === 'error').length;
  const warnings = problems.length - errors;
  const tally = [errors > 0 ? countText(errors, 'error') : '', warnings > 0 ? countText(warnings, 'warning') : '']
    .filter((part) => part !== '')
    .join(', ');
  if (errors > 0) return [...lines, `${paint.red('invalid')} ${visibleLine(path)}: ${tally}`].join('\n');
  const size = outcome.scenario === undefined ? '' : sizeText(outcome.scenario);
  return [...lines, `${paint.green('ok')} ${visibleLine(path)}: ${size}${tally === '' ? '' : `, ${tally}`}`].join('\n');
}

function sizeText(scenario: Scenario): string {
  switch (scenario.variant) {
    case 'steps':
      return `steps scenario "${visibleLine(scenario.name)}", ${countText(scenario.steps.length, 'step')}`;
    case 'distributed':
      return `distributed scenario "${visibleLine(scenario.name)}", ${countText(scenario.nodes.length, 'node')}, ${countText(scenario.stepCount, 'step')}, ${countText(scenario.invariantCount, 'invariant')}`;
    case 'suites':
      return `suites scenario "${visibleLine(scenario.name)}", ${countText(scenario.groups.length, 'group')}`;
  }
}
