/**
 * Whether a run directory still holds what its manifest says. Identity and digests decide, never
 * path texts, so a run may be moved or copied; files that the manifest does not name are ignored.
 */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { blake3Hex } from '../base/blake3.ts';
import type { JsonObject } from '../base/json.ts';
import { FozzyError } from '../base/problem.ts';
import type { RunSummary } from '../trace/summary.ts';
import { errnoOf } from './file-error.ts';
import { isObject, parseObject, readText } from './json-file.ts';
import type { RunManifest } from './manifest.ts';
import { parseManifest } from './manifest.ts';
import { MANIFEST_FILE, REPORT_FILE } from './run-folder.ts';

/** The first thing that is wrong with a run. */
export interface Damage {
  /** Relative to the run directory. */
  readonly file: string;
  readonly reason: string;
}

export interface CheckedRun {
  readonly runDir: string;
  readonly manifest: RunManifest;
  readonly report: RunSummary;
  /** The run's own trace, wherever it lies now. */
  readonly tracePath: string | undefined;
  /** All traces of the run in manifest order, those of single scenarios included. */
  readonly tracePaths: readonly string[];
}

export type RunCheck =
  | { readonly kind: 'complete'; readonly run: CheckedRun }
  | { readonly kind: 'damaged'; readonly damage: Damage }
  /** No manifest: the run is being written or was never finished. */
  | { readonly kind: 'unfinished' };

export function checkRun(runDir: string): RunCheck {
  const text = readText(join(runDir, MANIFEST_FILE));
  if (text === undefined) return { kind: 'unfinished' };
  const parsed = parseManifest(text);
  if (!parsed.ok) return damaged(MANIFEST_FILE, parsed.reason);
  const { manifest } = parsed;
  const own = manifest.files.filter((file) => isInside(file.name));
  for (const file of own) {
    const reason = contentProblem(join(runDir, file.name), file.blake3);
    if (reason !== undefined) return damaged(file.name, reason);
  }
  if (!own.some((file) => file.name === REPORT_FILE)) return damaged(MANIFEST_FILE, 'it lists no report.json');
  return withTraces(runDir, manifest);
}

export function damagedError(runDir: string, damage: Damage): FozzyError {
  return new FozzyError('run_damaged', `run ${basename(runDir)} is damaged: ${damage.file}: ${damage.reason}`, {
    details: { runDir, file: damage.file, reason: damage.reason },
  });
}

/** Names from a manifest never lead out of the run directory, except for traces that were recorded elsewhere. */
function isInside(name: string): boolean {
  return !name.split(/[\\/]/).includes('..') && !name.startsWith('/') && !/^[A-Za-z]:/.test(name);
}

function withTraces(runDir: string, manifest: RunManifest): RunCheck {
  const report = parseObject(readText(join(runDir, REPORT_FILE)) ?? '');
  if (report === undefined) return damaged(REPORT_FILE, 'it is not a JSON object');
  const difference = disagreement(manifest, report);
  if (difference !== undefined) return damaged(REPORT_FILE, difference);
  const traces = new Map<string, string>();
  for (const trace of tracesOf(manifest)) {
    const found = findTrace(runDir, manifest, trace);
    if (found.kind === 'damaged') return found;
    if (found.path !== undefined) traces.set(trace.name, found.path);
  }
  const tracePath = manifest.trace && traces.get(manifest.trace.file);
  // The digest proves that the report is the one Fozzy wrote from a RunSummary.
  return {
    kind: 'complete',
    run: { runDir, manifest, report: report as unknown as RunSummary, tracePath, tracePaths: [...traces.values()] },
  };
}

function disagreement(manifest: RunManifest, report: JsonObject): string | undefined {
  const identity = isObject(report['identity']) ? report['identity'] : {};
  const findings = Array.isArray(report['findings']) ? report['findings'].length : undefined;
  const pairs = [
    ['runId', manifest.runId, identity['runId']],
    ['seed', manifest.seed, identity['seed']],
    ['mode', manifest.mode, report['mode']],
    ['status', manifest.status, report['status']],
    ['startedAt', manifest.startedAt, report['startedAt']],
    ['finishedAt', manifest.finishedAt, report['finishedAt']],
    ['durationMs', manifest.durationMs, report['durationMs']],
    ['findingsCount', manifest.findingsCount, findings],
  ] as const;
  const wrong = pairs.find(([, expected, actual]) => expected !== actual);
  return wrong && `${wrong[0]} is ${JSON.stringify(wrong[2] ?? null)}, but manifest.json says ${JSON.stringify(wrong[1])}`;
}

interface TraceName {
  readonly name: string;
  readonly blake3: string;
}

function tracesOf(manifest: RunManifest): readonly TraceName[] {
  const listed: TraceName[] = manifest.files.filter((file) => file.kind === 'trace');
  const own = manifest.trace;
  if (own === undefined || listed.some((file) => file.name === own.file)) return listed;
  return [{ name: own.file, blake3: own.blake3 }, ...listed];
}

type TraceSearch = { readonly kind: 'searched'; readonly path: string | undefined } | { readonly kind: 'damaged'; readonly damage: Damage };

/**
 * A trace recorded outside the run directory may have been moved or replaced by a later recording;
 * the run is then complete without it. One that still claims to be of this run but has another
 * digest was tampered with.
 */
function findTrace(runDir: string, manifest: RunManifest, trace: TraceName): TraceSearch {
  if (isInside(trace.name)) return { kind: 'searched', path: join(runDir, trace.name) };
  // A copy in the directory itself comes first: an export is whole, and what lies elsewhere may go at any time.
  const candidates = [join(runDir, basename(trace.name)), resolve(runDir, trace.name), manifest.tracePath];
  for (const path of candidates) {
    if (path !== undefined && contentProblem(path, trace.blake3) === undefined) return { kind: 'searched', path };
  }
  const changed = readText(resolve(runDir, trace.name));
  if (changed?.includes(manifest.runId) === true) return damaged(trace.name, 'its digest differs from the manifest');
  return { kind: 'searched', path: undefined };
}

function contentProblem(path: string, blake3: string): string | undefined {
  try {
    return blake3Hex(readFileSync(path)) === blake3 ? undefined : 'its digest differs from the manifest';
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return errno === 'ENOENT' || errno === 'ENOTDIR' ? 'it is missing' : `it cannot be read (${errno})`;
  }
}

function damaged(file: string, reason: string): { readonly kind: 'damaged'; readonly damage: Damage } {
  return { kind: 'damaged', damage: { file, reason } };
}
