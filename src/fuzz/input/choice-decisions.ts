/**
 * An input as decisions of a run: one record per draw, in the order they were made. So the trace of a run on an input holds that input in
 * the same stream as everything else that was decided, and replaying it means drawing from it.
 */
import { base64Decode, base64Encode } from '../../base/base64.ts';
import { isArray } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { Kind } from '../../decide/kinds.ts';
import type { DecisionLog } from '../../decide/log.ts';
import { SequenceBuilder } from './choice-codec.ts';
import { ChoiceKind } from './choice-kind.ts';
import type { ChoiceSequence } from './choice-sequence.ts';
import { decodeText, encodeText } from './text-codec.ts';

export function noteChoices(log: DecisionLog, sequence: ChoiceSequence): void {
  for (let at = 0; at < sequence.length; at += 1) log.appendPayload(Kind.inputDraw, recordOf(sequence, at));
}

function recordOf(sequence: ChoiceSequence, at: number): JsonObject {
  const value = sequence.valueAt(at);
  switch (sequence.kindAt(at)) {
    case ChoiceKind.boolean:
      return { type: 'boolean', value: value !== 0 };
    case ChoiceKind.integer:
      return { type: 'integer', value };
    case ChoiceKind.index:
      return { type: 'index', value };
    case ChoiceKind.float:
      return { type: 'float', value: Number.isFinite(value) && !Object.is(value, -0) ? value : floatText(value) };
    default:
      return objectRecord(sequence.objectAt(at));
  }
}

/** JSON has no way to write these as numbers. */
function floatText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A text with lone surrogates cannot travel as one; its bytes can. */
function objectRecord(object: string | Uint8Array): JsonObject {
  if (typeof object !== 'string') return { type: 'bytes', base64: base64Encode(object) };
  return /\p{Surrogate}/u.test(object) ? { type: 'text', base64: base64Encode(encodeText(object)) } : { type: 'text', value: object };
}

/** The input that a log holds; undefined if it holds none, or draws that nobody could have made. */
export function choicesOf(log: DecisionLog): ChoiceSequence | undefined {
  const builder = new SequenceBuilder();
  let count = 0;
  let isSound = true;
  log.forEach((at, kind) => {
    if (kind !== Kind.inputDraw) return;
    count += 1;
    isSound &&= readRecord(builder, log.answerAt(at));
  });
  return count > 0 && isSound ? builder.done() : undefined;
}

function readRecord(builder: SequenceBuilder, record: Json): boolean {
  if (typeof record !== 'object' || record === null || isArray(record)) return false;
  const { type, value, base64 } = record;
  if (type === 'bytes' || type === 'text') {
    const bytes = typeof base64 === 'string' ? base64Decode(base64) : undefined;
    if (type === 'bytes' && bytes !== undefined) builder.object(ChoiceKind.bytes, bytes);
    else if (type === 'text' && bytes !== undefined) builder.object(ChoiceKind.text, decodeText(bytes));
    else if (type === 'text' && typeof value === 'string') builder.object(ChoiceKind.text, value);
    else return false;
    return true;
  }
  const kind = numberKinds.get(type);
  const number = type === 'boolean' || type === 'float' ? Number(value) : value;
  if (kind === undefined || value === undefined || typeof number !== 'number') return false;
  builder.number(kind, number);
  return true;
}

const numberKinds: ReadonlyMap<Json | undefined, ChoiceKind> = new Map([
  ['boolean', ChoiceKind.boolean],
  ['integer', ChoiceKind.integer],
  ['index', ChoiceKind.index],
  ['float', ChoiceKind.float],
]);
