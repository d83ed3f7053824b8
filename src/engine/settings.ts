/** What was fixed before a run began; part of the trace. */
import type { Backends, MemoryOptions } from '../trace/summary.ts';

export interface RunSettings {
  readonly det: boolean;
  readonly timeoutMs?: number;
  /** Virtual time at which a replay is stopped. */
  readonly untilMs?: number;
  readonly backends: Backends;
  readonly memory: MemoryOptions;
  /** As given on the command line, for locations. */
  readonly file: string;
  /** Project-relative, for fingerprints. */
  readonly projectFile: string;
}
