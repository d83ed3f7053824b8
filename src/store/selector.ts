/**
 * RUN_OR_TRACE: the one way from what a person typed to a run and its trace. An alias, a trace
 * file, a run directory or a run id of the same run give the same result in every command.
 */
import { shellWord } from '../base/shell-word.ts';
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { blake3Hex } from '../base/blake3.ts';
import { nearest } from '../base/nearest.ts';
import { FozzyError } from '../base/problem.ts';
import type { RunSummary } from '../trace/summary.ts';
import type { AliasName } from './alias-index.ts';
import { aliasCandidates, aliasNames, readAliases } from './alias-index.ts';
import { isDirectory } from './directory.ts';
import { errnoOf } from './file-error.ts';
import type { CheckedRun } from './integrity.ts';
import { checkRun, damagedError } from './integrity.ts';
import { readText } from './json-file.ts';
import type { RunManifest } from './manifest.ts';
import { parseManifest } from './manifest.ts';
import { isRunId } from './run-id.ts';
import { MANIFEST_FILE, runsDirectory } from './run-folder.ts';
import { scanRuns } from './scan-runs.ts';
import { readTraceBytes } from './trace-bytes.ts';

export interface SelectorOptions {
  readonly cwd: string;
  /** Absolute. */
  readonly baseDir: string;
  readonly strict: boolean;
  readonly warn: (warning: { readonly code: string; readonly message: string }) => void;
}

export interface Resolved {
  /** As typed. */
  readonly selector: string;
  readonly runId?: string;
  readonly runDir?: string;
  readonly manifest?: RunManifest;
  readonly report?: RunSummary;
  /** The trace that was named, or the run's only one. */
  readonly tracePath?: string;
  /** Every trace of the run; more than one for `test`. */
  readonly tracePaths: readonly string[];
}

export function resolveSelector(selector: string, options: SelectorOptions): Resolved {
  const alias = aliasNames.find((name) => name === selector.toLowerCase());
  if (alias !== undefined) return resolvedRun(selector, runOfAlias(alias, options));
  const path = resolve(options.cwd, selector);
  if (selector.endsWith('.fozzy') && isFile(path)) return resolvedTrace(selector, path, options);
  if (selector !== '' && isDirectory(path)) return resolvedRun(selector, runAt(path));
  if (isRunId(selector)) return resolvedRun(selector, runOfId(selector.toLowerCase(), options));
  if (selector.endsWith('.fozzy')) throw new FozzyError('trace_not_found', `trace path not found: ${selector}`, { details: { path } });
  throw notFound(selector, isFile(path));
}

/** The one trace a command is to work on. */
export function traceOf(resolved: Resolved): string {
  if (resolved.tracePath !== undefined) return resolved.tracePath;
  const run = `run ${resolved.runId ?? resolved.selector}`;
  const { manifest, runDir } = resolved;
  if (resolved.tracePaths.length === 0 && manifest?.trace !== undefined && runDir !== undefined) {
    throw new FozzyError('trace_not_found', `the trace of ${run} is no longer at ${join(runDir, manifest.trace.file)}`, {
      hint: 'if it was moved, name the file itself; if it was replaced, record the run again',
    });
  }
  if (resolved.tracePaths.length === 0) {
    throw new FozzyError('trace_not_found', `${run} has no trace`, {
      hint: 'passing runs keep a trace only with --record; run the scenario again with --record <path>',
    });
  }
  throw new FozzyError('trace_not_found', `${run} has ${resolved.tracePaths.length} traces; name one of them`, {
    hint: `for example ${shellWord(resolved.tracePaths[0] ?? '')}`,
    details: { paths: resolved.tracePaths },
  });
}

function resolvedRun(selector: string, run: CheckedRun): Resolved {
  const { runDir, manifest, report, tracePaths } = run;
  const tracePath = run.tracePath ?? (tracePaths.length === 1 ? tracePaths[0] : undefined);
  return { selector, runId: manifest.runId, runDir, manifest, report, ...(tracePath === undefined ? {} : { tracePath }), tracePaths };
}

function resolvedTrace(selector: string, path: string, options: SelectorOptions): Resolved {
  const run = runOfTrace(path, options);
  return run === undefined ? { selector, tracePath: path, tracePaths: [path] } : { ...resolvedRun(selector, run), tracePath: path };
}

function runOfAlias(alias: AliasName, options: SelectorOptions): CheckedRun {
  const target = readAliases(options.baseDir)[alias];
  if (target === null) throw unresolved(alias);
  const runDir = join(runsDirectory(options.baseDir), target.name);
  const check = checkRun(runDir);
  if (check.kind === 'complete') return check.run;
  if (options.strict && check.kind === 'damaged') throw damagedError(runDir, check.damage);
  return newestUndamaged(alias, options);
}

/** Skips damaged runs, naming each. */
function newestUndamaged(alias: AliasName, options: SelectorOptions): CheckedRun {
  for (const entry of aliasCandidates(scanRuns(options.baseDir), alias)) {
    const check = checkRun(entry.directory);
    if (check.kind === 'complete') return check.run;
    if (check.kind === 'unfinished') continue;
    const { message, code } = damagedError(entry.directory, check.damage);
    if (options.strict) throw damagedError(entry.directory, check.damage);
    options.warn({ code, message: `${message}; skipped for ${alias}` });
  }
  throw unresolved(alias);
}

function runOfId(runId: string, options: SelectorOptions): CheckedRun {
  const runDir = join(runsDirectory(options.baseDir), runId);
  if (!isDirectory(runDir)) throw new FozzyError('selector_not_found', `run artifacts not found: ${runId}`, { details: { runId, runDir } });
  return runAt(runDir);
}

function runAt(runDir: string): CheckedRun {
  const check = checkRun(runDir);
  switch (check.kind) {
    case 'complete':
      return check.run;
    case 'damaged':
      throw damagedError(runDir, check.damage);
    case 'unfinished':
      throw new FozzyError('run_incomplete', `${runDir} holds no ${MANIFEST_FILE}, so it is no finished run`, { details: { runDir } });
  }
}

/** A trace belongs to a run whose manifest names its digest; where it lies or what it says of itself only tells where to look. */
function runOfTrace(path: string, options: SelectorOptions): CheckedRun | undefined {
  const bytes = readTraceBytes(path);
  const digest = blake3Hex(bytes);
  for (const runDir of placesToLook(path, bytes.toString('utf8'), options)) {
    const parsed = parseManifest(readText(join(runDir, MANIFEST_FILE)) ?? '');
    if (parsed.ok && namesDigest(parsed.manifest, digest)) return runAt(runDir);
  }
  return undefined;
}

/** Its own directory, the run directory two levels up for traces of single tests, and the runs it mentions. */
function placesToLook(path: string, text: string, options: SelectorOptions): readonly string[] {
  const own = dirname(path);
  const mentioned = new Set<string>();
  for (const match of text.matchAll(/"(?:runId|parentRunId)"\s*:\s*"([0-9a-f-]{36})"/g)) {
    if (match[1] !== undefined && isRunId(match[1])) mentioned.add(match[1]);
    if (mentioned.size === RUNS_MENTIONED_MAX) break;
  }
  return [own, dirname(dirname(own)), ...[...mentioned].map((runId) => join(runsDirectory(options.baseDir), runId))];
}

/** A trace names its run and that run's parent; more can only come from the data inside. */
const RUNS_MENTIONED_MAX = 8;

function namesDigest(manifest: RunManifest, digest: string): boolean {
  return manifest.trace?.blake3 === digest || manifest.files.some((file) => file.kind === 'trace' && file.blake3 === digest);
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

function unresolved(alias: AliasName): FozzyError {
  return new FozzyError('alias_unresolved', `${alias} cannot be resolved: no finished run fits it`);
}

function notFound(selector: string, fileExists: boolean): FozzyError {
  const alias = nearest(selector.toLowerCase(), aliasNames);
  const message = `run artifacts not found: ${selector}`;
  if (alias !== undefined) return new FozzyError('selector_not_found', message, { hint: `did you mean ${alias}?` });
  if (fileExists) return new FozzyError('selector_not_found', message, { hint: fileHint(selector) });
  return new FozzyError('selector_not_found', message);
}

/** A scenario is what a trace is taken for most often. */
function fileHint(selector: string): string {
  if (!/\.fozzy\.(?:json|[cm]?[jt]s)$/u.test(selector)) return 'a trace file ends in .fozzy';
  const command = selector.endsWith('.json') ? 'run' : 'explore';
  return `that is a scenario; \`fozzy ${command} ${shellWord(selector)}\` leaves a trace when it fails, or with --record <path>.fozzy`;
}
