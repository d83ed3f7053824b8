/** Files as the engine sees them: a virtual overlay that is synchronous, or the real disk behind a sandbox. */
import type { CallLimits, HostAnswer } from '../host/port.ts';
import type { Rollback } from '../rollback.ts';

export interface VirtualFiles extends Rollback {
  write(path: string, data: string): void;
  read(path: string): string | undefined;
  /** Number of files saved. */
  snapshot(name: string): number;
  /** False when no snapshot has that name. */
  restore(name: string): boolean;
}

export interface HostFileRead {
  /** False when the file does not exist. */
  readonly exists: boolean;
  readonly dataHex: string;
  /** Root-relative, '/'-separated. */
  readonly path: string;
}

export interface HostFileWritten {
  readonly path: string;
  readonly sizeBytes: number;
}

export interface HostSnapshot {
  /** Root-relative paths covered, sorted. */
  readonly entries: readonly string[];
}

/** error.class is 'path' for a sandbox violation, 'missing_snapshot' for an unknown name, else a system code or 'limit'. */
export interface HostFilesPort {
  write(path: string, data: string, limits: CallLimits): Promise<HostAnswer<HostFileWritten>>;
  read(path: string, limits: CallLimits): Promise<HostAnswer<HostFileRead>>;
  snapshot(name: string, limits: CallLimits): Promise<HostAnswer<HostSnapshot>>;
  restore(name: string, limits: CallLimits): Promise<HostAnswer<HostSnapshot>>;
  /** Marks a point to which `undo` returns every file touched since (assert_throws). Nestable. */
  mark(): Promise<void>;
  /** Puts everything back as it was at the latest mark and ends that mark; rejects only if a file cannot be put back. */
  undo(): Promise<void>;
  /** Ends the latest mark and keeps what happened since. */
  release(): void;
}
