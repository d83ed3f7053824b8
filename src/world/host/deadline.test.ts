import { describe, expect, test } from 'vitest';
import { Deadline, interruptedAnswer } from './deadline.ts';

describe('a deadline', () => {
  test('without any time has struck before the call begins', () => {
    expect(new Deadline({ timeoutMs: 0, signal: undefined }).struck).toBe('timeout');
  });

  test('of a cancelled call has struck before the call begins', () => {
    expect(new Deadline({ timeoutMs: 0, signal: AbortSignal.abort() }).struck).toBe('cancelled');
  });

  test('strikes only once its time is used up', async () => {
    const deadline = new Deadline({ timeoutMs: 15, signal: undefined });
    expect(deadline.struck).toBeUndefined();
    expect(await deadline.strike).toBe('timeout');
    expect(deadline.durationMs()).toBeGreaterThanOrEqual(15);
  });

  test('strikes once: a later abort does not change what happened', async () => {
    const controller = new AbortController();
    const deadline = new Deadline({ timeoutMs: 1, signal: controller.signal });
    await deadline.strike;
    controller.abort();
    expect(deadline.struck).toBe('timeout');
  });

  test('that has ended does not strike any more', () => {
    const controller = new AbortController();
    const deadline = new Deadline({ timeoutMs: undefined, signal: controller.signal });
    deadline.end();
    controller.abort();
    expect(deadline.struck).toBeUndefined();
  });

  test('tells a timeout and a cancellation apart by kind', () => {
    expect(interruptedAnswer<{ a: string }>('timeout', { a: 'x' }, 3)).toEqual({ kind: 'timeout', partial: { a: 'x' }, durationMs: 3 });
    expect(interruptedAnswer<{ a: string }>('cancelled', { a: 'x' }, 3)).toEqual({ kind: 'cancelled', durationMs: 3 });
  });
});
