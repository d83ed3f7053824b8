/** Everything a package needs, by name: sharing a package between runs means sharing all of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function dependencyClosure(root: string, packages: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const dependency of dependenciesOf(root, name)) visit(dependency);
  };
  for (const name of packages) visit(name);
  return [...found];
}

function dependenciesOf(root: string, name: string): readonly string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  const { dependencies } = Object(manifest) as { readonly dependencies?: Readonly<Record<string, string>> };
  return Object.keys(dependencies ?? {});
}
