/** `manifest.json`: what a finished run consists of, with the digest of every file. Written last, so its presence means that the run is complete. */
import { isArray } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { Mode, RunSummary, Status } from '../trace/summary.ts';
import { isObject, parseObject } from './json-file.ts';

export const MANIFEST_SCHEMA = 'fozzy.run_manifest.v2';

export type FileKind =
  | 'trace'
  | 'report'
  | 'manifest'
  | 'events'
  | 'timeline'
  | 'memory'
  | 'certificate'
  | 'profile'
  | 'coverage'
  | 'input';

export interface ManifestFile {
  /** Relative to the run directory, '/'-separated; a trace recorded elsewhere starts with '../'. */
  readonly name: string;
  readonly kind: FileKind;
  readonly sizeBytes: number;
  readonly blake3: string;
}

/** Field order here is the key order of the file. */
export interface RunManifest {
  readonly schemaVersion: typeof MANIFEST_SCHEMA;
  readonly runId: string;
  readonly mode: Mode;
  readonly status: Status;
  readonly seed: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly durationNs: number;
  readonly tracePath?: string;
  readonly reportPath: string;
  readonly artifactsDir: string;
  readonly findingsCount: number;
  readonly testsPassed?: number;
  readonly testsFailed?: number;
  readonly testsSkipped?: number;
  readonly memoryLeakedBytes?: number;
  readonly memoryLeakedAllocs?: number;
  readonly memoryPeakBytes?: number;
  readonly profileCapabilities: readonly string[];
  readonly profileArtifacts: JsonObject;
  readonly profileSchemaVersions: JsonObject;
  readonly commandLine: readonly string[];
  readonly engine: { readonly version: string; readonly commit?: string };
  readonly files: readonly ManifestFile[];
  readonly trace?: { readonly file: string; readonly blake3: string };
  /** The command that made this run for its own purposes; such runs are no alias targets. */
  readonly origin?: string;
}

export interface ManifestParts {
  readonly engine: RunManifest['engine'];
  readonly files: readonly ManifestFile[];
  readonly trace: RunManifest['trace'] | undefined;
  readonly origin: string | undefined;
  readonly profile?: Pick<RunManifest, 'profileCapabilities' | 'profileArtifacts' | 'profileSchemaVersions'> | undefined;
}

export function manifestOf(summary: RunSummary, parts: ManifestParts): RunManifest {
  const { identity, tests, memory } = summary;
  return {
    schemaVersion: MANIFEST_SCHEMA,
    runId: identity.runId,
    mode: summary.mode,
    status: summary.status,
    seed: identity.seed,
    startedAt: summary.startedAt,
    finishedAt: summary.finishedAt,
    durationMs: summary.durationMs,
    durationNs: summary.durationNs,
    ...(identity.tracePath === undefined ? {} : { tracePath: identity.tracePath }),
    reportPath: identity.reportPath,
    artifactsDir: identity.artifactsDir,
    findingsCount: summary.findings.length,
    ...(tests === undefined ? {} : { testsPassed: tests.passed, testsFailed: tests.failed, testsSkipped: tests.skipped }),
    ...(memory === undefined
      ? {}
      : { memoryLeakedBytes: memory.leakedBytes, memoryLeakedAllocs: memory.leakedAllocs, memoryPeakBytes: memory.peakBytes }),
    profileCapabilities: parts.profile?.profileCapabilities ?? [],
    profileArtifacts: parts.profile?.profileArtifacts ?? {},
    profileSchemaVersions: parts.profile?.profileSchemaVersions ?? {},
    commandLine: summary.params.commandLine,
    engine: parts.engine,
    files: parts.files,
    ...(parts.trace === undefined ? {} : { trace: parts.trace }),
    ...(parts.origin === undefined ? {} : { origin: parts.origin }),
  };
}

export type ManifestParse = { readonly ok: true; readonly manifest: RunManifest } | { readonly ok: false; readonly reason: string };

/** Accepts what Fozzy writes; says what is wrong with anything else. Keys of later versions are kept. */
export function parseManifest(text: string): ManifestParse {
  const document = parseObject(text);
  if (document === undefined) return { ok: false, reason: 'it is not a JSON object' };
  const schema = document['schemaVersion'];
  if (schema !== MANIFEST_SCHEMA)
    return { ok: false, reason: `schemaVersion is ${JSON.stringify(schema ?? null)}, expected "${MANIFEST_SCHEMA}"` };
  const wrong = Object.entries(shape).find(([key, accepts]) => !accepts(document[key]));
  if (wrong !== undefined) return { ok: false, reason: `${JSON.stringify(wrong[0])} is missing or malformed` };
  // Every field that Fozzy reads back was looked at above; the rest is only carried along.
  return { ok: true, manifest: document as unknown as RunManifest };
}

type Accepts = (value: Json | undefined) => boolean;

const text: Accepts = (value) => typeof value === 'string';
const count: Accepts = (value) => typeof value === 'number' && value >= 0;
const time: Accepts = (value) => typeof value === 'string' && Number.isFinite(Date.parse(value));
const oneOf =
  (...values: readonly string[]): Accepts =>
  (value) =>
    typeof value === 'string' && values.includes(value);
const optional =
  (accepts: Accepts): Accepts =>
  (value) =>
    value === undefined || accepts(value);
const listOf =
  (accepts: Accepts): Accepts =>
  (value) =>
    value !== undefined && isArray(value) && value.every(accepts);
const record =
  (members: Readonly<Record<string, Accepts>>): Accepts =>
  (value) =>
    isObject(value) && Object.entries(members).every(([key, accepts]) => accepts(value[key]));

const shape: Readonly<Record<string, Accepts>> = {
  runId: text,
  mode: oneOf('run', 'test', 'fuzz', 'explore', 'replay', 'shrink'),
  status: oneOf('pass', 'fail', 'error', 'timeout', 'crash'),
  seed: text,
  startedAt: time,
  finishedAt: time,
  durationMs: count,
  tracePath: optional(text),
  findingsCount: count,
  commandLine: listOf(text),
  files: listOf(record({ name: text, kind: text, sizeBytes: count, blake3: text })),
  trace: optional(record({ file: text, blake3: text })),
  origin: optional(text),
};
