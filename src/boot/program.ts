/**
 * The built program. The build cuts it into chunks, functions that are called once and return what they export, and lays them into a few
 * packs (`scripts/pack-chunks.mjs`). A pack is one script with a copy of what V8 made of it: a start reads few files and compiles next to
 * nothing, whichever Node runs it, and a command still evaluates only the chunks it needs.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { ProgramCache } from './program-cache.ts';

/** What a chunk exports. */
type Exports = Readonly<Record<string, unknown>>;

/** A chunk is given all it cannot do as a function of a script: import chunks, builtins and modules, and know its file. */
type Chunk = (
  load: (id: string) => Exports,
  loadLater: (id: string) => Promise<Exports>,
  builtin: (name: string) => unknown,
  importModule: (specifier: string) => Promise<unknown>,
  url: string,
) => Exports;

interface Pack {
  readonly name: string;
  readonly url: string;
  readonly script: Script;
  readonly chunks: Readonly<Record<string, Chunk>>;
  readonly compiledBytes: number;
  readonly known: ReadonlySet<string>;
}

/** Two copies of the same functions differ a little in size. */
const WORTH = 0.95;

declare const __FOZZY_PROGRAM__: string;

const home = dirname(fileURLToPath(import.meta.url));
const cache = new ProgramCache(join(home, 'code-cache'), __FOZZY_PROGRAM__);
/** What a subject finds in its place later is no concern of the program. */
const builtinModule = process.getBuiltinModule.bind(process);
const packs = new Map<string, Pack>();
const loaded = new Map<string, Exports>();

/** The exports of a chunk, `pack/name`. Chunks never import each other in circles: the build sees to that. */
export function load(id: string): Exports {
  const known = loaded.get(id);
  if (known !== undefined) return known;
  const [packName = '', name = ''] = id.split('/');
  const pack = packs.get(packName) ?? open(packName);
  const chunk = pack.chunks[name];
  if (chunk === undefined) throw new Error(`this build of Fozzy is not complete: ${id} is missing`);
  const exports = chunk(load, loadLater, builtin, importModule, pack.url);
  loaded.set(id, exports);
  return exports;
}

async function loadLater(id: string): Promise<Exports> {
  return load(id);
}

function builtin(name: string): unknown {
  return builtinModule(name);
}

async function importModule(specifier: string): Promise<unknown> {
  return import(specifier);
}

function open(name: string): Pack {
  const file = join(home, 'program', `${name}.js`);
  const { href: url } = pathToFileURL(file);
  const compiled = cache.read(name);
  const script = new Script(readFileSync(file, 'latin1'), { filename: url, cachedData: compiled?.data });
  const isKnown = compiled !== undefined && script.cachedDataRejected !== true;
  const pack: Pack = {
    name,
    url,
    script,
    // Reason for the cast: the build writes packs of this form.
    chunks: script.runInThisContext() as Pack['chunks'],
    compiledBytes: isKnown ? compiled.data.length : 0,
    known: isKnown ? compiled.known : new Set(),
  };
  if (packs.size === 0) process.once('exit', learn);
  packs.set(name, pack);
  return pack;
}

/** V8 forgets functions that were not called for long, so a long run may know less than the copy it began with; then that one is the better. */
function learn(): void {
  const chunks = [...loaded.keys()];
  const ignorant = [...packs.values()].filter(({ known }) => chunks.some((id) => !known.has(id)));
  if (ignorant.length === 0 || !cache.isWritable()) return;
  for (const { name, script, compiledBytes, known } of ignorant) {
    const data = script.createCachedData();
    if (data.length >= compiledBytes * WORTH) cache.write(name, { data, known: new Set([...known, ...chunks]) });
  }
}
