/** Validation warnings of a file that will run all the same. */
import type { Problem } from '../base/problem.ts';
import type { Context } from './context.ts';

export function warnOfProblems(path: string, problems: readonly Problem[], context: Context): void {
  for (const { code, message, line, column } of problems) {
    context.warn({ code, message: `${path}:${line}:${column} ${message}` });
  }
}
