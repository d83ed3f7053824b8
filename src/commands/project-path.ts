/** Paths as identity knows them: relative to the working directory where they lie in it, always with '/'. */
import { relative, resolve, sep } from 'node:path';

export function projectPath(path: string, cwd: string): string {
  const absolute = resolve(cwd, path);
  const inside = relative(cwd, absolute);
  const chosen = inside === '' || inside.startsWith('..') ? absolute : inside;
  return chosen.split(sep).join('/');
}
