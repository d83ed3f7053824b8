/** Traces are written only to names that end in .fozzy: nothing else finds one again, and nobody means to replace a scenario by one. */
import { FozzyError } from '../base/problem.ts';

/** `flag` without its dashes. */
export function checkTraceName(path: string, flag: string): void {
  if (path.endsWith('.fozzy')) return;
  throw new FozzyError('usage', `invalid value '${path}' for '--${flag} <${flag.toUpperCase()}>': a trace ends in .fozzy`, {
    hint: `try --${flag} ${path.replace(/(\.fozzy)?\.\w+$/u, '')}.fozzy`,
  });
}
