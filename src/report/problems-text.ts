/** Validation problems for people: one greppable line each, `file:line:column code message`, with the way out beneath. */
import type { Json, JsonObject } from '../base/json.ts';
import type { Problem } from '../base/problem.ts';
import { isObject, jsonLine } from './json-text.ts';
import type { Paint } from './paint.ts';
import { visible, visibleLine } from './visible.ts';

export type ShownProblem = Omit<Problem, 'code'> & { readonly code: string };

export function renderProblems(file: string, problems: readonly ShownProblem[], paint: Paint): string {
  return problems.map((problem) => problemLines(file, problem, paint).join('\n')).join('\n');
}

/** Problems as documents carry them; `file` where one names none. */
export function renderProblemList(problems: readonly Json[], file: string, paint: Paint): string {
  return problems.map((problem) => problemDataText(problem, file, paint)).join('\n');
}

function problemDataText(problem: Json, file: string, paint: Paint): string {
  if (!isObject(problem)) return `- ${visibleLine(jsonLine(problem))}`;
  const own = problem['file'];
  return renderProblems(typeof own === 'string' ? own : file, [shownProblem(problem)], paint);
}

function shownProblem(problem: JsonObject): ShownProblem {
  const { code, message, pointer, line, column, hint, severity } = problem;
  return {
    code: textOf(code ?? 'problem'),
    message: textOf(message ?? ''),
    pointer: textOf(pointer ?? ''),
    line: typeof line === 'number' ? line : 1,
    column: typeof column === 'number' ? column : 1,
    severity: severity === 'warning' ? 'warning' : 'error',
    ...(typeof hint === 'string' ? { hint } : {}),
  };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : jsonLine(value);
}

/** A proposal of the right word reads best on the line of the wrong one; examples need lines of their own. */
function problemLines(file: string, problem: ShownProblem, paint: Paint): string[] {
  const place = paint.cyan(`${visibleLine(file)}:${problem.line}:${problem.column}`);
  const code = problem.severity === 'warning' ? paint.yellow(`warning ${problem.code}`) : paint.red(problem.code);
  const head = `${place} ${code} ${visibleLine(problem.message)}`;
  if (problem.hint === undefined || problem.hint === '') return [head];
  if (/^did you mean [^\n]*$/i.test(problem.hint)) return [`${head} ${paint.dim('…')} ${visible(problem.hint)}`];
  const [first = '', ...rest] = visible(problem.hint).split('\n');
  return [head, `  ${paint.dim('hint:')} ${first}`.trimEnd(), ...rest.map((line) => `        ${line}`.trimEnd())];
}
