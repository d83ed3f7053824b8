/** A log whose run was cut off at any moment, perhaps in the middle of a record: the records that are whole. */
import { type FieldType, isTextField, layoutOf } from './kinds.ts';
import { DecisionLog } from './log.ts';

export function completeRecords(log: DecisionLog): DecisionLog {
  const whole = new DecisionLog();
  for (let at = 0; at < log.slots.length; ) {
    const { slots, fields } = layoutOf(log.slots.at(at));
    if (at + slots > log.slots.length) break;
    const record = [log.slots.at(at)];
    for (const { type } of fields) {
      record.push(moved(log, whole, type, log.slots.at(at + record.length)));
      if (type === 'u64') record.push(log.slots.at(at + record.length));
    }
    whole.appendSlots(record);
    at += slots;
  }
  return whole;
}

/** Texts and payloads get the numbers they have in the new log. */
function moved(from: DecisionLog, to: DecisionLog, type: FieldType, value: number): number {
  if (isTextField(type)) return to.textId(from.textOf(value));
  return type === 'payload' ? to.payloads.push(from.payloadOf(value)) - 1 : value;
}
