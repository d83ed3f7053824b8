/** The name of a function of an installed package, as its path: `qs#parse` is `node_modules/qs/lib/index.js#parse`. A file of that name comes first. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseTarget, targetText } from '../../fuzz/target/target-name.ts';
import { loadNative } from '../../sim/load/native.ts';
import { ModuleResolver, packageOf } from '../../sim/load/resolve.ts';
import { projectPath } from '../project-path.ts';

/** What names no installed package stays as it is, and is refused where files are. */
export async function foundInPackages(text: string, cwd: string): Promise<string> {
  const name = parseTarget(text);
  if (name.kind !== 'function' || packageOf(name.module) === undefined || existsSync(resolve(cwd, name.module))) return text;
  const resolver = new ModuleResolver(await loadNative(), new Set());
  const found = resolver.resolve(name.module, join(cwd, 'package.json'), 'import');
  return found.kind === 'file' ? targetText({ ...name, module: projectPath(found.path, cwd) }) : text;
}
