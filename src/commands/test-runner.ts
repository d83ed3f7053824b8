/** Which test runner a project uses, for files that are written to be run by it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Runner = 'vitest' | 'node-test';

/** The one that Node brings along, unless the project names another. */
export function runnerOfProject(cwd: string): Runner {
  const manifest = join(cwd, 'package.json');
  return existsSync(manifest) && /"vitest"\s*:/u.test(readFileSync(manifest, 'utf8')) ? 'vitest' : 'node-test';
}
