import { expect, test } from 'vitest';
import { completeRecords } from './complete-records.ts';
import { Kind } from './kinds.ts';
import { DecisionLog } from './log.ts';

function sample(): DecisionLog {
  const log = new DecisionLog();
  log.append2(Kind.randU64, 7, 9);
  log.append4(Kind.transition, log.textId('bank'), log.textId('timer'), 3, 2);
  log.appendPayload(Kind.fsWrite, { path: 'a' });
  log.append3(Kind.choice, log.textId('latency'), 4, 1);
  log.append3(Kind.checkpoint, 64, 1, 2);
  return log;
}

test('a whole log stays what it is', () => {
  expect(completeRecords(sample()).toRecords()).toEqual(sample().toRecords());
});

test('whatever was cut off in the middle is left out, wherever the cut is', () => {
  const records = sample().toRecords();
  for (let cut = 0; cut <= sample().slots.length; cut += 1) {
    const torn = new DecisionLog();
    const full = sample();
    for (const text of ['bank', 'timer', 'latency']) torn.textId(text);
    torn.payloads.push(...full.payloads);
    for (let at = 0; at < cut; at += 1) torn.slots.push(full.slots.at(at));
    const whole = completeRecords(torn).toRecords();
    expect(whole).toEqual(records.slice(0, whole.length));
  }
});
