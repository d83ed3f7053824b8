/** `validate` of a file of code: it must load, and export simulations. */
import type { Problem } from '../../base/problem.ts';
import { FozzyError } from '../../base/problem.ts';
import { plainPaint } from '../../report/paint.ts';
import { renderProblems } from '../../report/problems-text.ts';
import { visibleLine } from '../../report/visible.ts';
import type { CommandResult } from '../command.ts';
import { codeCacheOf } from '../code-cache.ts';
import type { Context } from '../context.ts';
import { problemData } from '../load-scenario.ts';
import { SimulationFile } from './open-file.ts';

export async function validateSimulation(path: string, context: Context): Promise<CommandResult> {
  const { names, problems } = await look(path, context);
  const [first] = problems;
  const document = {
    schemaVersion: 'fozzy.validate.v1',
    ok: first === undefined,
    scenario: path,
    variant: 'simulation',
    simulations: names,
    problems: problems.map((problem) => problemData(problem, path)),
    ...(first === undefined ? {} : { error: renderProblems(path, [first], plainPaint) }),
  };
  const { paint } = context;
  const text =
    first === undefined
      ? `${paint.green('ok')} ${visibleLine(path)}: ${names.map((name) => `simulation "${visibleLine(name)}"`).join(', ')}`
      : `${renderProblems(path, problems, paint)}\n${paint.red('invalid')} ${path}`;
  return { document, exitCode: first === undefined ? 0 : 2, text };
}

export async function problemsOfSimulations(path: string, context: Context): Promise<readonly Problem[]> {
  return (await look(path, context)).problems;
}

async function look(path: string, context: Context): Promise<{ readonly names: readonly string[]; readonly problems: readonly Problem[] }> {
  try {
    const file = await SimulationFile.open(path, context.cwd, codeCacheOf(context));
    return { names: file.names, problems: [] };
  } catch (error) {
    if (!(error instanceof FozzyError) || error.code === 'scenario_not_found' || error.code === 'io') throw error;
    return { names: [], problems: [problemOf(error)] };
  }
}

function problemOf({ message, hint, details }: FozzyError): Problem {
  const at = (key: string): number => (typeof details?.[key] === 'number' ? details[key] : 1);
  return {
    code: 'module_invalid',
    message,
    pointer: '',
    line: at('line'),
    column: at('column'),
    ...(hint === null ? {} : { hint }),
    severity: 'error',
  };
}
