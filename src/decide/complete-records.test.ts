import { expect, test } from 'vitest';
import { completeRecords } from './complete-records.ts';
import { Kind, layoutOf } from './kinds.ts';
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

/** All numbers of a log, one after the other. */
function numbersOf(log: DecisionLog): readonly number[] {
  const numbers: number[] = [];
  log.forEach((at, kind) => {
    for (let n = 0; n < layoutOf(kind).slots; n += 1) numbers.push(log.numberAt(at, n));
  });
  return numbers;
}

test('whatever was cut off in the middle is left out, wherever the cut is', () => {
  const full = sample();
  const numbers = numbersOf(full);
  const lengths = new Set<number>();
  for (let cut = 0; cut <= numbers.length; cut += 1) {
    const torn = new DecisionLog();
    for (const text of ['bank', 'timer', 'latency']) torn.textId(text);
    torn.payloads.push(...full.payloads);
    torn.appendSlots(numbers.slice(0, cut));
    const whole = completeRecords(torn).toRecords();
    expect(whole).toEqual(full.toRecords().slice(0, whole.length));
    lengths.add(whole.length);
  }
  expect([...lengths]).toEqual([0, 1, 2, 3, 4, 5]);
});
