/** The warning every reader gives about a trace of an older version. */
import { TRACE_VERSION } from './document.ts';
import type { Finding } from './finding.ts';
import { fingerprintOf } from './fingerprint.ts';

const TITLE = 'stale_trace_schema';

export interface StaleSchema {
  readonly code: typeof TITLE;
  readonly message: string;
}

/** Undefined for a trace of the current version. */
export function staleSchema(version: number): StaleSchema | undefined {
  if (version === TRACE_VERSION) return undefined;
  const message = `the trace has schema version ${version}, current is ${TRACE_VERSION}; record it again to have it protected by a checksum`;
  return { code: TITLE, message };
}

/** The same as a finding, for runs made from such a trace. `file` as in the other findings of the run. */
export function staleSchemaFinding(version: number, file: string): Finding | undefined {
  const stale = staleSchema(version);
  if (stale === undefined) return undefined;
  const fingerprint = fingerprintOf('checker', TITLE, { file, place: '' });
  return { kind: 'checker', title: TITLE, message: stale.message, fingerprint, location: { file } };
}
