/**
 * The files of what a person selected: a whole run, or a trace that has lost its run. Identity and
 * digests were checked on the way here, so whatever is listed is what was written.
 */
import { statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { parseJsonValue } from '../../base/json-text.ts';
import { isObject, readText } from '../../store/json-file.ts';
import { leaves } from '../../store/directory.ts';
import { readDigest } from '../../store/file-digest.ts';
import { onDisk } from '../../store/file-error.ts';
import type { FileKind, RunManifest } from '../../store/manifest.ts';
import { MANIFEST_FILE } from '../../store/run-folder.ts';
import { type Resolved, traceOf } from '../../store/selector.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { RunSummary } from '../../trace/summary.ts';
import { confirmationPath } from '../confirmation-path.ts';
import type { Context } from '../context.ts';
import { readTrace } from '../open-trace.ts';

export interface Artifact {
  readonly kind: FileKind;
  /** Relative to the run directory; of a file that lies elsewhere, its last part. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly blake3: string;
}

export interface ArtifactSet {
  readonly runId?: string;
  /** Traces first, the named one before the others. */
  readonly artifacts: readonly Artifact[];
  /** Of the run, or of the trace where there is no run. */
  readonly summary: RunSummary;
  readonly engine: RunManifest['engine'];
  /** Absolute paths of the traces that were meant: the named one, or all of the run. */
  readonly tracePaths: readonly string[];
}

export function artifactsOf(resolved: Resolved, context: Context): ArtifactSet {
  const { runDir, manifest, report } = resolved;
  if (runDir === undefined || manifest === undefined || report === undefined) return bareTrace(traceOf(resolved));
  const { traces, meant } = tracesOf(resolved, runDir);
  warnOfMissing(manifest, traces, context);
  const files = manifest.files.filter((file) => file.kind !== 'trace').map((file) => ({ ...file, path: join(runDir, file.name) }));
  const own = onDiskNow('manifest', MANIFEST_FILE, join(runDir, MANIFEST_FILE));
  const tracePaths = meant.map((trace) => trace.path);
  return {
    runId: manifest.runId,
    artifacts: [...traces, ...files, own, ...confirmationsOf(traces, manifest.runId)],
    summary: report,
    engine: manifest.engine,
    tracePaths,
  };
}

/** A copy of one of the run's traces is as good as that trace, and names it; it is not a further file of the run. */
function tracesOf(resolved: Resolved, runDir: string): { readonly traces: readonly Artifact[]; readonly meant: readonly Artifact[] } {
  const own = resolved.tracePaths.map((path) => traceAt(path, runDir));
  if (resolved.tracePath === undefined) return { traces: own, meant: own };
  const named = traceAt(resolved.tracePath, runDir);
  const first = own.find((trace) => trace.blake3 === named.blake3) ?? named;
  return { traces: [first, ...own.filter((trace) => trace !== first)], meant: [first] };
}

/** What `confirm` wrote about its traces since. A document of another run is not about this one. */
function confirmationsOf(traces: readonly Artifact[], runId: string): readonly Artifact[] {
  return traces.flatMap((trace) => {
    const path = confirmationPath(trace.path);
    const document = parseJsonValue(readText(path) ?? '');
    if (!document.ok || !isObject(document.value) || document.value['runId'] !== runId) return [];
    return [onDiskNow('report', confirmationPath(trace.name), path)];
  });
}

/** Nothing vouches for it but its own checksum, which reading it proves. */
function bareTrace(path: string): ArtifactSet {
  const { document } = decodeTrace(readTrace(path), path);
  const artifacts = [onDiskNow('trace', basename(path), path)];
  return { artifacts, summary: document.summary, engine: document.engine, tracePaths: [path] };
}

function traceAt(path: string, runDir: string): Artifact {
  const inside = relative(runDir, path);
  return onDiskNow('trace', leaves(inside) ? basename(path) : inside.split(sep).join('/'), path);
}

function onDiskNow(kind: FileKind, name: string, path: string): Artifact {
  return { kind, name, path, sizeBytes: onDisk('look at', path, () => statSync(path).size), blake3: readDigest(path) };
}

/** A trace recorded outside its run may be gone without damage to the run; an export without it must say so. */
function warnOfMissing(manifest: RunManifest, traces: readonly Artifact[], { warn }: Context): void {
  const found = new Set(traces.map((trace) => trace.blake3));
  for (const file of manifest.files) {
    if (file.kind !== 'trace' || found.has(file.blake3)) continue;
    warn({ code: 'trace_not_found', message: `the trace ${file.name} of run ${manifest.runId} is no longer where it was recorded` });
  }
}
