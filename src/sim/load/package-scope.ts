/** The package a file belongs to: the nearest package.json above it says how its `.js` files are meant. */
import { readFileSync } from 'node:fs';
import { dirname, join, parse, sep } from 'node:path';

export interface PackageScope {
  /** Absent in the outermost folder. */
  readonly folder: string | undefined;
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly type: 'module' | 'commonjs' | undefined;
}

const none: PackageScope = { folder: undefined, name: undefined, version: undefined, type: undefined };

export class PackageScopes {
  private readonly known = new Map<string, PackageScope>();

  of(file: string): PackageScope {
    return this.around(dirname(file));
  }

  forget(): void {
    this.known.clear();
  }

  private around(folder: string): PackageScope {
    const known = this.known.get(folder);
    if (known !== undefined) return known;
    const scope = this.find(folder);
    this.known.set(folder, scope);
    return scope;
  }

  private find(folder: string): PackageScope {
    // A package ends at its folder in node_modules: a file without a manifest there belongs to nobody.
    if (folder.endsWith(`${sep}node_modules`)) return none;
    const manifest = readManifest(join(folder, 'package.json'));
    if (manifest !== undefined) return { folder, ...manifest };
    return folder === parse(folder).root ? none : this.around(dirname(folder));
  }
}

/** The package whose folder in node_modules holds the file, by its place: nested manifests without a name do not count. */
export function installedPackage(file: string): string | undefined {
  const parts = file.split(sep);
  const at = parts.lastIndexOf('node_modules');
  const first = at < 0 ? undefined : parts[at + 1];
  if (first === undefined) return undefined;
  return first.startsWith('@') ? `${first}/${parts[at + 2] ?? ''}` : first;
}

function readManifest(path: string): Omit<PackageScope, 'folder'> | undefined {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
  if (typeof manifest !== 'object' || manifest === null) return undefined;
  const type = field(manifest, 'type');
  return {
    name: field(manifest, 'name'),
    version: field(manifest, 'version'),
    type: type === 'module' || type === 'commonjs' ? type : undefined,
  };
}

function field(manifest: object, key: string): string | undefined {
  const value: unknown = Reflect.get(manifest, key);
  return typeof value === 'string' ? value : undefined;
}
