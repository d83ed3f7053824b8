/** The warning every reader gives about a trace of an older version. */
import { TRACE_VERSION } from './document.ts';
import type { TraceProblem } from './trace-problem.ts';

/** Undefined for a trace of the current version. */
export function staleSchema(version: number): TraceProblem | undefined {
  if (version === TRACE_VERSION) return undefined;
  const message = `the trace has schema version ${version}, the current one is ${TRACE_VERSION}; record it again when you can`;
  return { code: 'stale_trace_schema', message };
}
