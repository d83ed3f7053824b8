/**
 * Version 1 named its run at the top level, `run_id` and `seed`, and had no checksum. Version 2
 * moved both into `summary.identity` and allowed a checksum. Runs of version 1 always lay in
 * `.fozzy/runs`, so the paths of the identity can be told.
 */
import type { JsonObject } from '../../base/json.ts';
import { isObject } from './members.ts';

export function v1ToV2(raw: JsonObject): JsonObject {
  const { run_id: runId, seed, ...rest } = raw;
  const { summary } = raw;
  if (!isObject(summary) || typeof runId !== 'string' || seed === undefined) return raw;
  const artifactsDir = `.fozzy/runs/${runId}`;
  const identity = { runId, seed, reportPath: `${artifactsDir}/report.json`, artifactsDir };
  return { ...rest, summary: { ...summary, identity } };
}
