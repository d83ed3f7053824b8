/**
 * The one place where runs become files. Every mode hands over what happened; this file decides
 * where each part goes, writes it in the order readers rely on (payload, trace, report, manifest,
 * alias index), and tells the summary the paths that were really used.
 */
import { join, resolve } from 'node:path';
import { assert } from '../base/assert.ts';
import { FozzyError } from '../base/problem.ts';
import type { TraceDocument } from '../trace/document.ts';
import { encodeTrace } from '../trace/encode.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { RunSummary, Status } from '../trace/summary.ts';
import { orderSummary } from '../trace/summary-order.ts';
import { registerRun } from './alias-index.ts';
import { writeFileDurable } from './atomic-write.ts';
import { entryAt } from './directory.ts';
import type { FileOps } from './file-ops.ts';
import { hostFiles } from './file-ops.ts';
import { readDigest } from './file-digest.ts';
import { renderDocument } from './json-file.ts';
import type { FileKind, ManifestParts, RunManifest } from './manifest.ts';
import { manifestOf } from './manifest.ts';
import type { RecordTarget } from './record-target.ts';
import { withRecordPath } from './record-target.ts';
import type { MemoryArtifacts } from './run-files.ts';
import { writeEvents, writeMemory } from './run-files.ts';
import { keptElsewhere, notKept } from './refused-run.ts';
import { REPORT_FILE, RunFolder, TRACE_FILE } from './run-folder.ts';

export const PROFILE_SOURCE_FILE = 'profile.source.json';
const PROFILE_SOURCE_SCHEMA = 'fozzy.profile_source.v1';

export type TraceBody = Omit<TraceDocument, 'summary'>;

/** The measured and derived profile of a run. */
export interface ProfileArtifacts {
  /** Domains that have data. */
  readonly capabilities: readonly string[];
  readonly files: readonly { readonly name: string; readonly schemaVersion: string; readonly text: string }[];
}

/** Where the parts of a run are, for `summary.identity`. */
export interface RunPaths {
  readonly tracePath?: string;
  readonly reportPath: string;
  readonly artifactsDir: string;
}

export interface TraceInput {
  /** Called only if the trace is written. */
  readonly body: () => TraceBody;
  /** Absent: only a run that did not pass leaves a trace, in its run directory. */
  readonly record?: RecordTarget;
  /** The summary inside the trace where it is not that of the command: a shrunk trace tells of the run it holds. */
  readonly embed?: (summary: RunSummary) => RunSummary;
  /** Written as it stands instead of `body`: a trace that is copied. */
  readonly verbatim?: string;
}

/** One scenario of `test`, or one more failure of `fuzz`: only its trace and memory tables become files. */
export interface ChildRun {
  /** From 1. */
  readonly ordinal: number;
  readonly name: string;
  /** Where its files lie in the run directory, if not where those of `test` do. */
  readonly folder?: string;
  readonly status: Status;
  readonly trace?: TraceInput;
  readonly memory?: MemoryArtifacts;
  /** The summary embedded in the trace, with the child's own run id and the parent's. */
  readonly summarise: (paths: RunPaths) => RunSummary;
}

export interface FinaliseInput {
  readonly cwd: string;
  /** As configured, absolute or relative to `cwd`. */
  readonly baseDir: string;
  readonly runId: string;
  readonly status: Status;
  readonly engine: RunManifest['engine'];
  /** Called when every path is final, and again only if a record target refuses after all; `childTraces` maps ordinals to trace paths. */
  readonly summarise: (paths: RunPaths, childTraces: ReadonlyMap<number, string>) => RunSummary;
  readonly trace?: TraceInput;
  readonly children?: Iterable<ChildRun>;
  readonly events?: readonly TraceEvent[];
  readonly memory?: MemoryArtifacts;
  /** Further payload, such as memory.delta.json. */
  readonly extraFiles?: readonly { readonly name: string; readonly kind: FileKind; readonly text: string | Uint8Array }[];
  readonly profile?: ProfileArtifacts;
  /** Reports made from the final summary: junit.xml, report.html. */
  readonly render?: (summary: RunSummary) => readonly { readonly name: string; readonly text: string }[];
  /** Absolute path of the trace this run re-executed; the manifest then leads from the run to it. */
  readonly sourceTrace?: string;
  /** Set by commands that run scenarios for their own purposes; such runs are never alias targets. */
  readonly origin?: string;
  readonly prettyTrace?: boolean;
  readonly ops?: FileOps;
  /** How long to wait for the lock of a record target. */
  readonly lockWaitMs?: number;
}

export interface FinalisedRun {
  readonly summary: RunSummary;
  readonly manifest: RunManifest;
  /** Absolute. */
  readonly runDir: string;
}

export async function finaliseRun(input: FinaliseInput): Promise<FinalisedRun> {
  let finaliser: Finaliser | undefined;
  try {
    finaliser = new Finaliser(input);
    return await finaliser.perform();
  } catch (error) {
    if (finaliser?.giveUp() === 'complete' || !(error instanceof FozzyError)) throw error;
    throw notKept(error, input.summarise({ reportPath: '', artifactsDir: '' }, new Map()));
  }
}

class Finaliser {
  private readonly input: FinaliseInput;
  private readonly ops: FileOps;
  private readonly folder: RunFolder;
  private readonly paths: RunPaths;
  private manifestTrace: RunManifest['trace'];
  /** A record target that refused; reported after the run was saved without it. */
  private refusal: FozzyError | undefined;
  private complete = false;

  constructor(input: FinaliseInput) {
    this.input = input;
    this.ops = input.ops ?? hostFiles;
    this.folder = new RunFolder(resolve(input.cwd, input.baseDir), input.runId, this.ops);
    const artifactsDir = `${input.baseDir.replace(/[\\/]+$/, '')}/runs/${input.runId}`;
    this.paths = { reportPath: `${artifactsDir}/${REPORT_FILE}`, artifactsDir };
  }

  async perform(): Promise<FinalisedRun> {
    this.writePayload();
    const childTraces = await this.writeChildren();
    const summary = orderSummary(await this.writeTrace(childTraces));
    this.writeProfileSource();
    assert(summary.identity.runId === this.input.runId && summary.status === this.input.status, 'the summary is of another run');
    for (const { name, text } of this.input.render?.(summary) ?? []) this.folder.write(name, 'report', [text]);
    this.folder.write(REPORT_FILE, 'report', [renderDocument(summary)]);
    const manifest = this.writeManifest(summary);
    await registerRun(resolve(this.input.cwd, this.input.baseDir), this.input.runId, manifest, this.ops);
    if (this.refusal !== undefined) throw keptElsewhere(this.refusal, summary);
    return { summary, manifest, runDir: this.folder.directory };
  }

  /** A run without a manifest is worth nothing; one with it is complete, whatever failed afterwards. */
  giveUp(): 'complete' | 'discarded' {
    if (this.complete) return 'complete';
    this.folder.discard();
    return 'discarded';
  }

  private writePayload(): void {
    const { events, memory, extraFiles, profile } = this.input;
    if (events !== undefined) writeEvents(this.folder, events);
    if (memory !== undefined) writeMemory(this.folder, '', memory);
    for (const { name, kind, text } of extraFiles ?? []) this.folder.write(name, kind, [text]);
    for (const { name, text } of profile?.files ?? []) this.folder.write(name, 'profile', [text]);
  }

  /** Binds the profile to its run and trace; so it can be written only when the trace is. */
  private writeProfileSource(): void {
    if (this.input.profile === undefined) return;
    const source = { schemaVersion: PROFILE_SOURCE_SCHEMA, runId: this.input.runId, traceBlake3: this.manifestTrace?.blake3 ?? null };
    this.folder.write(PROFILE_SOURCE_FILE, 'profile', [renderDocument(source)]);
  }

  private async writeChildren(): Promise<ReadonlyMap<number, string>> {
    const traces = new Map<number, string>();
    for (const child of this.input.children ?? []) {
      const prefix = `${child.folder ?? `tests/${String(child.ordinal).padStart(3, '0')}-${slugOf(child.name)}`}/`;
      if (child.memory !== undefined) writeMemory(this.folder, prefix, child.memory);
      if (child.trace === undefined || !leavesTrace(child.trace, child.status)) continue;
      const artifactsDir = `${this.paths.artifactsDir}/${prefix.slice(0, -1)}`;
      const written = await this.store(child.trace, `${prefix}${TRACE_FILE}`, (tracePath) =>
        child.summarise({ ...this.paths, artifactsDir, tracePath }),
      );
      traces.set(child.ordinal, written.path);
    }
    return traces;
  }

  private async writeTrace(childTraces: ReadonlyMap<number, string>): Promise<RunSummary> {
    const { trace, status, summarise, sourceTrace } = this.input;
    if (trace === undefined || !leavesTrace(trace, status)) {
      if (sourceTrace !== undefined) this.linkTrace(sourceTrace);
      return summarise(this.paths, childTraces);
    }
    const written = await this.store(trace, TRACE_FILE, (tracePath) => summarise({ ...this.paths, tracePath }, childTraces));
    const name = this.folder.relativeName(written.path);
    const file = this.folder.files.find((listed) => listed.name === name);
    assert(file !== undefined, 'a written trace is listed');
    this.manifestTrace = { file: name, blake3: file.blake3 };
    return written.summary;
  }

  /** To the record target, or into the run directory when there is none or it refuses. */
  private async store(
    trace: TraceInput,
    name: string,
    summarise: (tracePath: string) => RunSummary,
  ): Promise<{ readonly path: string; readonly summary: RunSummary }> {
    const body = trace.body();
    const encode = (summary: RunSummary): Iterable<string> => {
      if (trace.verbatim !== undefined) return [trace.verbatim];
      const embedded = orderSummary(trace.embed?.(summary) ?? summary);
      return encodeTrace({ ...body, summary: embedded }, { pretty: this.input.prettyTrace ?? false });
    };
    if (trace.record !== undefined) {
      try {
        return await this.record(trace.record, summarise, encode);
      } catch (error) {
        if (!(error instanceof FozzyError)) throw error;
        this.refusal ??= error;
      }
    }
    const path = join(this.folder.directory, name);
    const summary = summarise(path);
    this.folder.write(name, 'trace', encode(summary));
    return { path, summary };
  }

  private record(
    target: RecordTarget,
    summarise: (tracePath: string) => RunSummary,
    encode: (summary: RunSummary) => Iterable<string>,
  ): Promise<{ readonly path: string; readonly summary: RunSummary }> {
    const { lockWaitMs } = this.input;
    const write = (path: string): { readonly path: string; readonly summary: RunSummary } => {
      const summary = summarise(path);
      this.folder.addOutside(path, 'trace', writeFileDurable(path, encode(summary), this.ops));
      return { path, summary };
    };
    return withRecordPath(target, write, { ops: this.ops, ...(lockWaitMs === undefined ? {} : { waitMs: lockWaitMs }) });
  }

  private linkTrace(path: string): void {
    if (entryAt(path)?.isFile() === true) this.manifestTrace = { file: this.folder.relativeName(path), blake3: readDigest(path) };
  }

  private writeManifest(summary: RunSummary): RunManifest {
    const { engine, origin } = this.input;
    const profile = profileEntries(this.input.profile);
    const manifest = manifestOf(summary, { engine, files: this.folder.files, trace: this.manifestTrace, origin, profile });
    this.folder.finish(manifest);
    this.complete = true;
    return manifest;
  }
}

function profileEntries(profile: ProfileArtifacts | undefined): ManifestParts['profile'] {
  if (profile === undefined) return undefined;
  const files = [...profile.files, { name: PROFILE_SOURCE_FILE, schemaVersion: PROFILE_SOURCE_SCHEMA }];
  return {
    profileCapabilities: profile.capabilities,
    profileArtifacts: Object.fromEntries(files.map(({ name }) => [name.replace(/\.json$/u, ''), name])),
    profileSchemaVersions: Object.fromEntries(files.map(({ name, schemaVersion }) => [name, schemaVersion])),
  };
}

function leavesTrace(trace: TraceInput, status: Status): boolean {
  return trace.record !== undefined || status !== 'pass';
}

/** Safe in every file system, and short enough to leave room for the rest of the path. */
function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'scenario' : slug;
}
