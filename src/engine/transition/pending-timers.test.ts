import { expect, test } from 'vitest';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import { EventLoop } from './event-loop.ts';
import { labelOf } from './label.ts';
import { isBefore, newPending, type Pending, PendingKind } from './pending.ts';
import { PendingTimers } from './pending-timers.ts';

const loop = new EventLoop('m', 0);

function timerAt(atUs: number, order: number): Pending {
  return newPending(loop, PendingKind.timer, labelOf('timer'), atUs, order, () => undefined, undefined, false);
}

function sorted(timers: readonly Pending[]): Pending[] {
  return timers.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
}

function takeAll(timers: PendingTimers): Pending[] {
  const taken: Pending[] = [];
  for (let head = timers.head; head !== undefined; head = timers.head) {
    timers.remove(head);
    taken.push(head);
  }
  return taken;
}

/** Adds, takes and cancels at random; `delays` says how far apart due times are. Gives what is left, in the order it comes and in the order it should. */
function churn(seed: number, delays: readonly number[]): { readonly left: readonly Pending[]; readonly due: readonly Pending[] } {
  const random = new Xoshiro128({ hi: 0, lo: seed });
  const timers = new PendingTimers();
  const waiting = new Set<Pending>();
  let nowUs = 0;
  for (let order = 1; order <= 400; order += 1) {
    const what = random.nextBelow(8);
    if (what < 4) {
      const timer = timerAt(nowUs + (delays[random.nextBelow(delays.length)] ?? 0), order);
      timers.add(timer);
      waiting.add(timer);
    } else if (what < 6) {
      const head = timers.head;
      expect(head).toBe(sorted([...waiting])[0]);
      if (head === undefined) continue;
      nowUs = Math.max(nowUs, head.atUs);
      expect(timers.remove(head)).toBe(true);
      waiting.delete(head);
    } else {
      const cancelled = [...waiting][random.nextBelow(Math.max(1, waiting.size))];
      if (cancelled === undefined) continue;
      expect(timers.remove(cancelled)).toBe(true);
      expect(timers.remove(cancelled)).toBe(false);
      waiting.delete(cancelled);
    }
    expect(timers.size).toBe(waiting.size);
  }
  const seen = new Set<Pending>();
  timers.forEach((timer) => seen.add(timer));
  expect(seen).toEqual(waiting);
  return { left: takeAll(timers), due: sorted([...waiting]) };
}

test('timers come in the order in which they are due, however they were set and cancelled', () => {
  for (let seed = 0; seed < 10; seed += 1) {
    for (const delays of [[1000], [0, 1000, 5000, 1000, 30_000_000]]) {
      const { left, due } = churn(seed, delays);
      expect(left).toEqual(due);
    }
  }
});

test('one timer that waits for long does not keep the room of all that were cancelled behind it', () => {
  const timers = new PendingTimers();
  const first = timerAt(0, 0);
  timers.add(first);
  let before = timerAt(1, 1);
  timers.add(before);
  for (let order = 2; order < 10_000; order += 1) {
    const next = timerAt(order, order);
    timers.add(next);
    timers.remove(before);
    before = next;
    expect(next.place).toBeLessThan(16);
  }
  expect(takeAll(timers)).toEqual([first, before]);
});

test('what is cleared does not wait any more, and room is left for what comes later', () => {
  const timers = new PendingTimers();
  const old = [5, 1, 9, 3].map((us, order) => timerAt(us, order));
  for (const timer of old) timers.add(timer);
  timers.clear();
  expect([timers.size, timers.head]).toEqual([0, undefined]);
  expect(old.map((timer) => timers.remove(timer))).toEqual([false, false, false, false]);
  const later = [2, 1].map((us, order) => timerAt(us, order));
  for (const timer of later) timers.add(timer);
  expect(takeAll(timers)).toEqual(later.toReversed());
});
