import { expect, test } from 'vitest';
import { CallClock, ownThread, threadTimes } from './processor-time.ts';

/** A machine whose figures are told to it. */
function machine(knowsQueue: boolean) {
  const at = { now: 1000, ranMs: 30, waitedMs: 70, isReady: false, used: 5 };
  const clock = new CallClock({ now: () => at.now, times: () => (knowsQueue ? { ...at } : undefined), used: () => at.used });
  clock.start();
  clock.note();
  return { at, clock };
}

test('time in which a thread stood in line for a processor does not count', () => {
  const { at, clock } = machine(true);
  at.now += 500;
  at.waitedMs += 450;
  expect([clock.elapsedMs, clock.spentMs, clock.isOver(100)]).toEqual([500, 50, false]);
  at.now += 60;
  expect([clock.isOver(100), clock.isDoubtful]).toEqual([true, false]);
});

test('what blocks without using the processor counts in full', () => {
  const { at, clock } = machine(true);
  at.now += 150;
  expect([clock.isOver(100), clock.isDoubtful]).toEqual([true, false]);
});

test('where nobody knows who stood in line the clock decides, and is doubted unless the processor was used', () => {
  const starved = machine(false);
  starved.at.now += 500;
  starved.at.used += 50;
  expect([starved.clock.isOver(100), starved.clock.isDoubtful]).toEqual([true, true]);
  const busy = machine(false);
  busy.at.now += 500;
  busy.at.used += 490;
  expect([busy.clock.isOver(100), busy.clock.isDoubtful]).toEqual([true, false]);
});

test('of one that is ready only what it ran is sure, because it may stand in line right now', () => {
  const { at, clock } = machine(true);
  at.now += 150;
  at.ranMs += 20;
  at.isReady = true;
  expect([clock.spentMs, clock.isOver(100)]).toEqual([20, false]);
  at.now += 100;
  at.ranMs += 100;
  expect([clock.spentMs, clock.isOver(100)]).toEqual([120, true]);
});

test('every call starts anew', () => {
  const { at, clock } = machine(true);
  at.now += 500;
  clock.start();
  clock.note();
  at.now += 50;
  at.waitedMs += 20;
  expect(clock.spentMs).toBe(30);
});

test.runIf(process.platform === 'linux')('the system knows what a thread had of the processor', () => {
  expect(threadTimes(ownThread())).toMatchObject({ isReady: true });
  expect(threadTimes(0)).toBeUndefined();
});
