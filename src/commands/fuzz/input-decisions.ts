/** An input as the decisions of a run, one record per draw, and back. Bytes and texts are one draw. */
import { base64Decode, base64Encode } from '../../base/base64.ts';
import { isArray } from '../../base/canonical-json.ts';
import { Kind } from '../../decide/kinds.ts';
import { DecisionLog } from '../../decide/log.ts';
import { decodeChoices, encodeChoices } from '../../fuzz/input/choice-codec.ts';
import { choicesOf, noteChoices } from '../../fuzz/input/choice-decisions.ts';
import type { FormName } from '../../fuzz/worker/protocol.ts';

export function logOf(form: FormName, bytes: Uint8Array): DecisionLog {
  const log = new DecisionLog();
  const sequence = form === 'choices' ? decodeChoices(bytes) : undefined;
  if (sequence === undefined)
    log.appendPayload(Kind.inputDraw, { type: form === 'string' ? 'text' : 'bytes', base64: base64Encode(bytes) });
  else noteChoices(log, sequence);
  return log;
}

/** The stored form of the input that a log holds; undefined if it holds none. */
export function bytesOf(form: FormName, log: DecisionLog): Uint8Array | undefined {
  if (form === 'choices') {
    const sequence = choicesOf(log);
    return sequence === undefined ? undefined : encodeChoices(sequence);
  }
  if (log.kindAt(0) !== Kind.inputDraw) return undefined;
  const draw = log.answerAt(0);
  if (typeof draw !== 'object' || draw === null || isArray(draw)) return undefined;
  return typeof draw['base64'] === 'string' ? base64Decode(draw['base64']) : undefined;
}
