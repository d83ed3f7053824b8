import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AllocResult, MemoryPort, MemorySettings } from './port.ts';
import { virtualMemory } from './virtual.ts';

const plain: MemorySettings = { limitBytes: undefined, failAfterAllocs: undefined, fragmentationSeed: undefined, multipliers: undefined };

function alloc(memory: MemoryPort, bytes: number, nowMs = 0, tag?: string): AllocResult {
  return memory.alloc({ bytes, callsiteHash: `site-${bytes}`, tag }, nowMs);
}

describe('the memory model', () => {
  test('seed 7 and wave 1,2,4 turn three requests of 200000 into 224000, 480000 and 1008000', () => {
    const memory = virtualMemory({ ...plain, fragmentationSeed: '7', multipliers: [1, 2, 4] });
    const sizes = [1, 2, 3].map(() => alloc(memory, 200_000).effectiveBytes);
    expect(sizes).toEqual([224_000, 480_000, 1_008_000]);
  });

  test('steps change size and limits from their position on', () => {
    const memory = virtualMemory(plain);
    expect(alloc(memory, 200_000).effectiveBytes).toBe(200_000);
    memory.fragmentation('7');
    memory.pressureWave([1, 2, 4]);
    expect(alloc(memory, 200_000).effectiveBytes).toBe(480_000);
    memory.limitMb(1);
    expect(alloc(memory, 200_000)).toEqual({ ok: false, reason: 'limit_mb', effectiveBytes: 1_008_000 });
  });

  test('the limit counts mebibytes and may be reached but not passed', () => {
    const memory = virtualMemory(plain);
    memory.limitMb(1);
    expect(alloc(memory, 1024 * 1024).ok).toBe(true);
    expect(alloc(memory, 1)).toMatchObject({ ok: false, reason: 'limit_mb' });
    expect(memory.free(1, 0)).toBe(true);
    expect(alloc(memory, 1).ok).toBe(true);
  });

  test('every attempt after the count-th fails, failed attempts counting too, and the limit is asked first', () => {
    const memory = virtualMemory({ ...plain, limitBytes: 10, failAfterAllocs: 2 });
    expect(alloc(memory, 11)).toMatchObject({ reason: 'limit_mb' });
    expect(alloc(memory, 1)).toEqual({ ok: true, allocId: 1, effectiveBytes: 1 });
    expect(alloc(memory, 1)).toMatchObject({ reason: 'fail_after_allocs' });
    expect(alloc(memory, 11)).toMatchObject({ reason: 'limit_mb' });
  });

  test('sizes and sums beyond 2^53-1 are refused instead of rounded', () => {
    const memory = virtualMemory(plain);
    expect(alloc(memory, Number.MAX_SAFE_INTEGER).ok).toBe(true);
    expect(alloc(memory, 1)).toEqual({ ok: false, reason: 'overflow', effectiveBytes: 1 });
    memory.pressureWave([3]);
    expect(alloc(memory, Number.MAX_SAFE_INTEGER)).toEqual({ ok: false, reason: 'overflow', effectiveBytes: Number.MAX_SAFE_INTEGER });
    expect(memory.inUseBytes()).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('an allocation can be freed once', () => {
    const memory = virtualMemory(plain);
    alloc(memory, 5);
    expect([memory.free(1, 1), memory.free(1, 2), memory.free(2, 3), memory.free(0, 4)]).toEqual([true, false, false, false]);
    expect(memory.counts()).toMatchObject({ allocCount: 1, freeCount: 1, inUseBytes: 0, peakBytes: 5, leakedAllocs: 0 });
  });

  test('counts, leaks, graph and timeline tell the same story', () => {
    const memory = virtualMemory({ ...plain, limitBytes: 100 });
    alloc(memory, 60, 1, 'cache');
    alloc(memory, 30, 2);
    alloc(memory, 20, 3);
    memory.free(2, 4);
    memory.checkpoint('end', 5);
    expect(memory.counts()).toEqual({
      allocCount: 2,
      freeCount: 1,
      failedAllocCount: 1,
      inUseBytes: 60,
      peakBytes: 90,
      leakedBytes: 60,
      leakedAllocs: 1,
    });
    expect(memory.leaks()).toEqual([{ allocId: 1, bytes: 60, callsiteHash: 'site-60', tag: 'cache' }]);
    expect(memory.graph().edges).toEqual([
      { from: 'callsite:site-60', to: 'allocation:1', kind: 'allocated' },
      { from: 'allocation:1', to: 'tag:cache', kind: 'tagged' },
      { from: 'callsite:site-30', to: 'allocation:2', kind: 'allocated' },
    ]);
    expect(memory.graph().nodes.map((node) => node['id'])).toEqual([
      'callsite:site-60',
      'callsite:site-30',
      'allocation:1',
      'allocation:2',
      'tag:cache',
    ]);
    expect(memory.timeline().map((row) => [row['index'], row['timeMs'], row['kind']])).toEqual([
      [0, 1, 'alloc'],
      [1, 2, 'alloc'],
      [2, 3, 'alloc_failed'],
      [3, 4, 'free'],
      [4, 5, 'checkpoint'],
    ]);
  });

  test('how often a limit struck survives a rollback', () => {
    const memory = virtualMemory({ ...plain, limitBytes: 1 });
    expect(memory.faultUses()).toEqual({ limit: { count: 0 }, failAfter: { count: 0 } });
    const start = memory.save();
    alloc(memory, 2, 7);
    memory.load(start);
    alloc(memory, 2, 9);
    expect(memory.faultUses()).toEqual({ limit: { count: 2, firstAtMs: 7 }, failAfter: { count: 0 } });
    expect(memory.counts().failedAllocCount).toBe(1);
  });

  test('it is used from the first memory step on, also when that is rolled back', () => {
    const memory = virtualMemory({ ...plain, limitBytes: 1 });
    const start = memory.save();
    memory.counts();
    expect(memory.used).toBe(false);
    memory.limitMb(1);
    memory.load(start);
    expect(memory.used).toBe(true);
  });

  test('load returns to the saved state and the attempts after it get the same sizes again', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('alloc' as const), bytes: fc.nat(1000) }),
      fc.record({ kind: fc.constant('free' as const), allocId: fc.integer({ min: 1, max: 10 }) }),
      fc.record({ kind: fc.constantFrom('limit' as const, 'fragmentation' as const, 'checkpoint' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step), fc.array(step), (before, after) => {
        const memory = virtualMemory({ ...plain, limitBytes: 5000, multipliers: [1, 2, 4] });
        const perform = (steps: typeof before) => {
          for (const made of steps) {
            if (made.kind === 'alloc') alloc(memory, made.bytes);
            else if (made.kind === 'free') memory.free(made.allocId, 0);
            else if (made.kind === 'limit') memory.limitMb(0);
            else if (made.kind === 'fragmentation') memory.fragmentation('18446744073709551615');
            else memory.checkpoint('c', 0);
          }
        };
        const seen = () => [memory.counts(), memory.leaks(), memory.graph(), memory.timeline()];
        perform(before);
        const saved = memory.save();
        const atSave = seen();
        perform(after);
        const atEnd = seen();
        memory.load(saved);
        expect(seen()).toEqual(atSave);
        perform(after);
        expect(seen()).toEqual(atEnd);
      }),
    );
  });
});
