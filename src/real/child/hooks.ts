/** Hooks of Node's module loader: TypeScript is stripped, `fozzy` is this one, and a file may be named without its last letters. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadNative } from '../../sim/load/native.ts';

interface Resolved {
  readonly url: string;
  readonly format?: string | null;
  readonly shortCircuit?: boolean;
}

type NextResolve = (specifier: string, context: object) => Promise<Resolved>;
type NextLoad = (url: string, context: object) => Promise<object>;

let library = '';

export function initialize(data: { readonly library: string }): void {
  library = data.library;
}

const LANGUAGES: Readonly<Record<string, 'ts' | 'tsx'>> = { '.ts': 'ts', '.mts': 'ts', '.cts': 'ts', '.tsx': 'tsx' };

export async function resolve(specifier: string, context: object, next: NextResolve): Promise<Resolved> {
  if (specifier === 'fozzy') return { url: library, format: 'module', shortCircuit: true };
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!/^\.{1,2}\/|^\/|^file:/u.test(specifier)) throw error;
    for (const other of [specifier.replace(/\.([cm]?)js$/u, '.$1ts'), `${specifier}.ts`, `${specifier}.js`, `${specifier}/index.ts`]) {
      if (other === specifier) continue;
      try {
        return await next(other, context);
      } catch {
        // The first error says what the user wrote.
      }
    }
    throw error;
  }
}

export async function load(url: string, context: object, next: NextLoad): Promise<object> {
  const language = url.startsWith('file:') ? LANGUAGES[extname(fileURLToPath(url))] : undefined;
  if (language === undefined) return next(url, context);
  const path = fileURLToPath(url);
  const native = await loadNative();
  const { code, map, errors } = native.transform(path, await readFile(path, 'utf8'), { lang: language, sourcemap: true });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message ?? 'cannot be read'}`);
  const mapped =
    map === undefined ? '' : `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
  return { format: path.endsWith('.cts') ? 'commonjs' : 'module', source: `${code}${mapped}`, shortCircuit: true };
}
