import { describe, expect, test } from 'vitest';
import { hostClock } from './host.ts';

describe('the real clock', () => {
  test('never goes backwards', () => {
    const clock = hostClock();
    const readings = Array.from({ length: 1000 }, () => clock.elapsedMs());
    expect(readings).toEqual(readings.toSorted((a, b) => a - b));
    expect(readings[0]).toBeGreaterThanOrEqual(0);
  });

  test('a wait lasts at least as long as asked and is told in whole milliseconds', async () => {
    const clock = hostClock();
    const before = clock.elapsedMs();
    const waitedMs = await clock.wait(20, undefined);
    expect(Number.isInteger(waitedMs)).toBe(true);
    expect(waitedMs).toBeGreaterThanOrEqual(20);
    expect(clock.elapsedMs() - before).toBeGreaterThanOrEqual(20);
  });

  test('a wait of nothing takes nothing', async () => {
    expect(await hostClock().wait(0, undefined)).toBe(0);
  });

  test('a wait longer than any timer can be is cut short by an abort', async () => {
    const controller = new AbortController();
    const waiting = hostClock().wait(2 ** 52, controller.signal);
    controller.abort();
    expect(await waiting).toBeLessThan(2 ** 31);
  });

  test('a wait that is aborted before it begins is over at once', async () => {
    expect(await hostClock().wait(2 ** 40, AbortSignal.abort())).toBeLessThan(2 ** 31);
  });
});
