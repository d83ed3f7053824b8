/**
 * Version 4 stores the initial memory options beside the memory report. Version 3 had them among
 * the parameters only, and only if one was given.
 */
import type { JsonObject } from '../../base/json.ts';
import { isObject } from './members.ts';

export function v3ToV4(raw: JsonObject): JsonObject {
  const { memory, params } = raw;
  if (!isObject(memory) || !isObject(params)) return raw;
  const options = params['memory'] ?? { track: false, fail_on_leak: false, artifacts: false };
  return { ...raw, memory: { options, ...memory } };
}
