/** Where the programs of workers are, in a build or beside the sources. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Undefined when there is no build. */
export function builtProgram(name: string): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) {
      const entry = join(folder, 'dist', `${name}.js`);
      return existsSync(entry) ? entry : undefined;
    }
    if (folder === dirname(folder)) return undefined;
  }
}
