/** One execution that is written down: what its trace holds, and what lies beside it. */
import type { MemoryReport } from '../../engine/outcome.ts';
import type { ProfileArtifacts, TraceBody } from '../../store/finalise.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { MemorySummary, RunSummary } from '../../trace/summary.ts';

export interface TracedRun {
  readonly body: () => TraceBody;
  /** The summary of this one execution; the command as a whole has its own. */
  readonly embed: (of: RunSummary) => RunSummary;
  readonly events: readonly TraceEvent[];
  readonly profile?: ProfileArtifacts | undefined;
  /** Of a scenario that uses memory; `files` where its artifacts are wanted. */
  readonly memory?: { readonly summary: MemorySummary; readonly files: MemoryReport | undefined } | undefined;
}
