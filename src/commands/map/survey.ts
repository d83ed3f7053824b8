/** A project looked at as a whole: every source file with its signals and risk, within the time a map may take. */
import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { blake3Hex } from '../../base/blake3.ts';
import { FozzyError } from '../../base/problem.ts';
import { countText } from '../../report/quantity.ts';
import { loadNative, type Native } from '../../sim/load/native.ts';
import { parseObject, readText } from '../../store/json-file.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';
import { riskOf, reasonsOf, type Signals } from './signals.ts';
import { listSources, readSource, type Skipped, type SourceFile } from './source-files.ts';
import { tokenSignals } from './token-signals.ts';
import { treeSignals } from './tree-signals.ts';

const MAP_TIMEOUT_MS = 30_000;

export interface Surveyed {
  readonly id: string;
  readonly component: string;
  /** Relative to the root. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  readonly blake3: string;
  readonly riskScore: number;
  readonly reasons: readonly string[];
  readonly signals: Signals;
}

export interface Survey {
  /** Absolute. */
  readonly root: string;
  readonly scannedFiles: number;
  /** The riskiest first. */
  readonly files: readonly Surveyed[];
  readonly skipped: readonly Skipped[];
}

export interface Confidence {
  readonly level: 'full' | 'degraded';
  readonly reasons: readonly string[];
}

/** Asked often; ends the command when its time is over, or somebody wants it to. */
export class Deadline {
  readonly #times = stopwatch();
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal;

  constructor({ signal }: Context, timeoutMs = MAP_TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
  }

  check(what: string): void {
    if (this.#signal.aborted) throw new FozzyError('interrupted', `map was interrupted while ${what}`);
    if (this.#times().durationMs > this.#timeoutMs)
      throw new FozzyError('map_timeout', `${what} took more than ${this.#timeoutMs / 1000} s`);
  }
}

/** Files that are read between two looks at what else is wanted; a signal is heard only then. */
const FILES_PER_BREATH = 32;

function breathe(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

export async function surveySources(given: string, context: Context, deadline: Deadline): Promise<Survey> {
  const root = resolve(context.cwd, given);
  requireFolder(root, given, 'root');
  const native = await loadNative();
  const { names, skipped } = listSources(root);
  const components = new Components(root);
  const files: Surveyed[] = [];
  for (const [index, name] of names.entries()) {
    if (index % FILES_PER_BREATH === 0) await breathe();
    deadline.check('reading the source');
    const source = readSource(root, name, skipped);
    const signals = source === undefined ? undefined : signalsOf(source, native, skipped);
    if (source === undefined || signals === undefined) continue;
    const component = components.of(name);
    const id = `h-${blake3Hex(name).slice(0, 10)}`;
    files.push({
      id,
      component,
      path: name,
      file: source.file,
      blake3: source.blake3,
      riskScore: riskOf(signals),
      reasons: reasonsOf(signals),
      signals,
    });
  }
  files.sort((a, b) => b.riskScore - a.riskScore || (a.path < b.path ? -1 : 1));
  return { root, scannedFiles: files.length, files, skipped };
}

export function requireFolder(path: string, given: string, flag: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new FozzyError('usage', `--${flag} ${given}: there is no such directory`, {
    hint: 'give an existing directory',
    details: { path },
  });
}

function signalsOf(source: SourceFile, native: Native, skipped: Skipped[]): Signals | undefined {
  if (!source.isParsed) return tokenSignals(source.path, source.text);
  const parsed = native.parseWritten(source.path, source.text, langOf(source.path));
  const [error] = parsed.errors;
  if (error === undefined) return treeSignals(parsed.program, source.text);
  skipped.push({ path: source.path, reason: `cannot be parsed: ${error.message}` });
  return undefined;
}

/** Plain JavaScript may hold JSX anywhere; in TypeScript the name of the file decides. */
function langOf(path: string): 'jsx' | 'ts' | 'tsx' {
  if (path.endsWith('.tsx')) return 'tsx';
  return /\.[cm]?ts$/u.test(path) ? 'ts' : 'jsx';
}

/** The nearest package a file belongs to, by its name. */
class Components {
  readonly #root: string;
  readonly #known = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  of(path: string): string {
    return this.#ofFolder(dirname(path));
  }

  #ofFolder(folder: string): string {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const text = readText(resolve(this.#root, folder, 'package.json'));
    const name = text === undefined ? undefined : (parseObject(text)?.['name'] ?? basename(resolve(this.#root, folder)));
    const component = typeof name === 'string' ? name : folder === '.' ? basename(this.#root) : this.#ofFolder(dirname(folder));
    this.#known.set(folder, component);
    return component;
  }
}

export function confidenceOf(skipped: readonly Skipped[], unreadableScenarios: readonly unknown[] = []): Confidence {
  const reasons = [
    ...(skipped.length === 0 ? [] : [`${countText(skipped.length, 'source file or folder was', 'source files or folders were')} skipped`]),
    ...(unreadableScenarios.length === 0 ? [] : [`${countText(unreadableScenarios.length, 'scenario')} cannot be used`]),
  ];
  return { level: reasons.length === 0 ? 'full' : 'degraded', reasons };
}
