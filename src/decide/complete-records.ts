/** A log whose run was cut off at any moment, perhaps in the middle of a record: the records that are whole. */
import { type FieldType, isTextField, layoutOf } from './kinds.ts';
import { DecisionLog } from './log.ts';

export function completeRecords(log: DecisionLog): DecisionLog {
  const whole = new DecisionLog();
  for (let at = 0; log.kindAt(at) >= 0; at = log.after(at)) {
    const kind = log.kindAt(at);
    const { slots, fields } = layoutOf(kind);
    // No number of a record is negative; past the end of the log all are.
    if (log.numberAt(at, slots - 1) < 0) break;
    const record: number[] = [kind];
    for (const { type } of fields) {
      record.push(moved(log, whole, type, log.numberAt(at, record.length)));
      if (type === 'u64') record.push(log.numberAt(at, record.length));
    }
    whole.appendSlots(record);
  }
  return whole;
}

/** Texts and payloads get the numbers they have in the new log. */
function moved(from: DecisionLog, to: DecisionLog, type: FieldType, value: number): number {
  if (isTextField(type)) return to.textId(from.textOf(value));
  return type === 'payload' ? to.payloads.push(from.payloadOf(value)) - 1 : value;
}
