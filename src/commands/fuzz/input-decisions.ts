/** An input as the decisions of a run, and back. */
import { base64Decode, base64Encode } from '../../base/base64.ts';
import { isArray } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { Kind } from '../../decide/kinds.ts';
import { DecisionLog } from '../../decide/log.ts';
import type { FormName } from '../../fuzz/worker/protocol.ts';

/** The draws an input consists of; bytes and texts are one draw. */
export function drawsOf(form: FormName, bytes: Uint8Array): readonly JsonObject[] {
  return [{ type: form === 'string' ? 'text' : 'bytes', base64: base64Encode(bytes) }];
}

export function logOf(form: FormName, bytes: Uint8Array): DecisionLog {
  const log = new DecisionLog();
  for (const draw of drawsOf(form, bytes)) log.appendPayload(Kind.inputDraw, draw);
  return log;
}

export function bytesOf(draws: readonly Json[]): Uint8Array | undefined {
  const [first] = draws;
  if (typeof first !== 'object' || first === null || isArray(first)) return undefined;
  return typeof first['base64'] === 'string' ? base64Decode(first['base64']) : undefined;
}
