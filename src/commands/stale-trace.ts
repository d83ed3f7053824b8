/** The warning about a trace of an older schema, as a finding of the run made from it. */
import { failed } from '../engine/failure.ts';
import { findingForRun } from '../engine/finding-for.ts';
import type { DecodedTrace } from '../trace/decode.ts';
import type { Finding } from '../trace/finding.ts';
import { staleSchema } from '../trace/stale-schema.ts';

export function staleFindings({ version }: DecodedTrace, path: string): readonly Finding[] {
  const stale = staleSchema(version);
  if (stale === undefined) return [];
  return [findingForRun(failed('checker', stale.code, stale.message), { file: path, projectFile: path })];
}
