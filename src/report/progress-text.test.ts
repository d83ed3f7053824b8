import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ansiPaint, plainPaint } from './paint.ts';
import { progressEvent } from './progress.ts';
import { advanceProgress, emptyProgress, renderLiveLine, renderProgressLine } from './progress-text.ts';
import { textWidth } from './text-width.ts';

const finished = { event: 'item_finished', name: 'tests/cart.fozzy.json', status: 'fail', durationMs: 30, done: 2, total: 12 } as const;

describe('progress', () => {
  test('a finished item is one plain line', () => {
    expect(renderProgressLine(progressEvent('test', finished), plainPaint)).toBe('[ 2/12] FAIL    tests/cart.fozzy.json 30ms');
  });

  test('a status that met or missed its expectation says so', () => {
    const line = (status: 'pass' | 'fail', ok: boolean) =>
      renderProgressLine(progressEvent('test', { ...finished, status, ok }), plainPaint);
    expect(line('fail', true)).toMatch(/30ms, as expected$/);
    expect(line('pass', false)).toMatch(/30ms, but a failure was expected$/);
    expect(line('pass', true)).toMatch(/30ms$/);
    expect(line('fail', false)).toMatch(/30ms$/);
  });

  test('logs hear of phases and ends of items, and of nothing else', () => {
    expect(renderProgressLine(progressEvent('fuzz', { event: 'phase', name: 'shrinking', detail: 'input' }), plainPaint)).toBe(
      'fuzz: shrinking input',
    );
    for (const step of [
      { event: 'started' },
      { event: 'item_started', name: 'x' },
      { event: 'tick', done: 1 },
      { event: 'finished', status: 'pass' },
    ] as const) {
      expect(renderProgressLine(progressEvent('test', step), plainPaint)).toBeUndefined();
    }
  });

  test('events move the view forward', () => {
    const steps = [
      { event: 'started', total: 12 },
      { event: 'item_started', name: 'a' },
      finished,
      { ...finished, done: 3, ok: true },
    ] as const;
    const view = steps.map((step) => progressEvent('test', step)).reduce(advanceProgress, emptyProgress('test'));
    expect(view).toEqual({ command: 'test', done: 3, total: 12, failed: 1, current: 'a' });
    expect(renderLiveLine(view, { paint: plainPaint, widthMax: 80, elapsedMs: 1_200 })).toBe(
      '⠴ test  ━━━━━───────────────  3/12  1 failed  1.2s  a',
    );
  });

  test('the live line is one line that fits the terminal, painted or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(100), fc.nat(1_000), (name, widthMax, done) => {
        const view = { command: 'explore', done, total: 1_000, failed: done % 3, current: name };
        const plain = renderLiveLine(view, { paint: plainPaint, widthMax, elapsedMs: done });
        const painted = renderLiveLine(view, { paint: ansiPaint, widthMax, elapsedMs: done });
        expect(textWidth(plain)).toBeLessThanOrEqual(widthMax);
        expect(plain).not.toContain('\n');
        expect(painted.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
      }),
    );
  });

  test('full speaks its own schema', () => {
    expect(progressEvent('full', { event: 'started' }).schemaVersion).toBe('fozzy.full_progress.v1');
    expect(progressEvent('run', { event: 'started' }).schemaVersion).toBe('fozzy.progress.v1');
  });
});
