/**
 * From decisions as the contract shows them back to a log: the inverse of `DecisionLog.toRecords`.
 * Old traces and tests write decisions this way.
 */
import { isArray } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { u64FromJson } from '../base/u64.ts';
import { type FieldLayout, kindLayouts, layoutOf } from './kinds.ts';
import { DecisionLog } from './log.ts';

/** The log, or undefined when one of the records is not what `toRecords` gives. */
export function logFromRecords(records: readonly Json[]): DecisionLog | undefined {
  const log = new DecisionLog();
  for (const record of records) {
    if (typeof record !== 'object' || record === null || isArray(record)) return undefined;
    const slots = slotsOf(record, log);
    if (slots === undefined) return undefined;
    log.appendSlots(slots);
  }
  return log;
}

function slotsOf(record: JsonObject, log: DecisionLog): readonly number[] | undefined {
  const { kind: name, ...rest } = record;
  const kind = kindLayouts.findIndex((layout) => layout.name === name);
  if (kind < 0) return undefined;
  const { fields } = layoutOf(kind);
  if (fields[0]?.type === 'payload') return [kind, log.payloads.push(rest) - 1];
  if (Object.keys(rest).some((key) => fields.every((field) => field.name !== key))) return undefined;
  const slots = [kind];
  for (const field of fields) {
    const values = fieldSlots(field, rest[field.name], log);
    if (values === undefined) return undefined;
    slots.push(...values);
  }
  return slots;
}

function fieldSlots(field: FieldLayout, value: Json | undefined, log: DecisionLog): readonly number[] | undefined {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? [log.textId(value)] : undefined;
    case 'optional_text':
      return value === undefined || typeof value === 'string' ? [log.textId(value ?? '')] : undefined;
    case 'integer':
      return isU53(value) ? [value] : undefined;
    case 'id':
      return value === null ? [0] : isU53(value) && value > 0 ? [value] : undefined;
    case 'flag':
      return typeof value === 'boolean' ? [value ? 1 : 0] : undefined;
    case 'u64': {
      const parsed = u64FromJson(value);
      return parsed === undefined ? undefined : [parsed.hi, parsed.lo];
    }
    case 'payload':
      return undefined;
  }
}

function isU53(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
