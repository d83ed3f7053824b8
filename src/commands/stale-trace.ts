/** The warning every command gives for a trace of an older format. */
import { failed } from '../engine/failure.ts';
import { findingForRun } from '../engine/finding-for.ts';
import { TRACE_VERSION } from '../trace/document.ts';
import type { DecodedTrace } from '../trace/decode.ts';
import type { Finding } from '../trace/finding.ts';

export function staleFindings({ version }: DecodedTrace, path: string): readonly Finding[] {
  if (version >= TRACE_VERSION) return [];
  const message = `the trace has format version ${version}, the current one is ${TRACE_VERSION}; record it again when you can`;
  return [findingForRun(failed('checker', 'stale_trace_schema', message), { file: path, projectFile: path })];
}
