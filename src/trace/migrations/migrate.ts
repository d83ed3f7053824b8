/**
 * Lifts older traces to the current shape, one version at a time; each step is one file here and
 * tells what that version changed. A step leaves alone what it does not understand: the check of
 * the shape that follows names it.
 */
import type { JsonObject } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import { v1ToV2 } from './v1-to-v2.ts';
import { v2ToV3 } from './v2-to-v3.ts';
import { v3ToV4 } from './v3-to-v4.ts';
import { v4ToV5 } from './v4-to-v5.ts';

/** Undefined when the decisions cannot be understood. */
type Migration = (raw: JsonObject) => JsonObject | undefined;

/** Index n leads from version n + 1 to the next. */
const migrations: readonly Migration[] = [v1ToV2, v2ToV3, v3ToV4, v4ToV5];

export function migrate(raw: JsonObject, version: number, name: string): JsonObject {
  let current = raw;
  for (const step of migrations.slice(version - 1)) {
    const next = step(current);
    if (next === undefined)
      throw new FozzyError('trace_parse', `failed to parse trace ${name}: its decisions are not those of version ${version}`);
    current = next;
  }
  return current;
}
