/**
 * One run's directory while it is being written. Files are added in order and remembered with their
 * digests; the manifest comes last. Until then a lock file inside says who is at work, so that
 * nobody takes the directory for a leftover.
 */
import { rmSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { writeFileAtomic } from './atomic-write.ts';
import { assertSafeTarget, ensureDirectory, syncDirectory } from './directory.ts';
import { onDisk } from './file-error.ts';
import type { FileOps } from './file-ops.ts';
import { renderDocument } from './json-file.ts';
import { release, tryAcquire } from './lock.ts';
import type { FileKind, ManifestFile, RunManifest } from './manifest.ts';

export const MANIFEST_FILE = 'manifest.json';
export const REPORT_FILE = 'report.json';
export const TRACE_FILE = 'trace.fozzy';
/** Present while a run is being written. */
export const RUNNING_FILE = 'running.lock';

export function runsDirectory(baseDir: string): string {
  return join(baseDir, 'runs');
}

export class RunFolder {
  readonly directory: string;
  /** Of everything written so far, in order. */
  readonly files: ManifestFile[] = [];
  private readonly ops: FileOps;
  private readonly token: string | undefined;

  /** `baseDir` is absolute. The directory must be new: run ids are never reused. */
  constructor(baseDir: string, runId: string, ops: FileOps) {
    this.ops = ops;
    const runs = runsDirectory(baseDir);
    this.directory = join(runs, runId);
    ensureDirectory(baseDir, ops);
    assertSafeTarget(this.directory, baseDir);
    ensureDirectory(runs, ops);
    onDisk('create directory', this.directory, () => ops.makeDirectory(this.directory));
    try {
      this.token = tryAcquire(join(this.directory, RUNNING_FILE), ops);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** `name` is relative, '/'-separated. */
  write(name: string, kind: FileKind, chunks: Iterable<string | Uint8Array>): void {
    const path = join(this.directory, name);
    if (name.includes('/')) ensureDirectory(resolve(path, '..'), this.ops);
    this.files.push({ name, kind, ...writeFileAtomic(path, chunks, this.ops) });
  }

  /** A file of this run that lies elsewhere. */
  addOutside(path: string, kind: FileKind, written: { readonly sizeBytes: number; readonly blake3: string }): void {
    this.files.push({ name: this.relativeName(path), kind, ...written });
  }

  relativeName(path: string): string {
    return relative(this.directory, path).split(sep).join('/');
  }

  finish(manifest: RunManifest): void {
    for (const directory of this.subdirectories()) syncDirectory(directory, this.ops);
    // Everything the manifest promises is durable before the manifest itself is.
    syncDirectory(this.directory, this.ops);
    writeFileAtomic(join(this.directory, MANIFEST_FILE), [renderDocument(manifest)], this.ops);
    if (this.token !== undefined) release(join(this.directory, RUNNING_FILE), this.token, this.ops);
    syncDirectory(this.directory, this.ops);
    syncDirectory(resolve(this.directory, '..'), this.ops);
  }

  /** Gives the space back after a failure; the failure is what gets reported, whatever happens here. */
  discard(): void {
    try {
      rmSync(this.directory, { recursive: true, force: true });
    } catch {
      // Without a manifest the directory counts as unfinished and is pruned later.
    }
  }

  private subdirectories(): ReadonlySet<string> {
    const nested = this.files.filter((file) => file.name.includes('/') && !file.name.startsWith('../'));
    return new Set(nested.map((file) => resolve(this.directory, file.name, '..')));
  }
}
