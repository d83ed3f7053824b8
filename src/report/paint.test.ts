import { describe, expect, test } from 'vitest';
import { ansiPaint, plainPaint } from './paint.ts';

describe('paint', () => {
  test('plain paint leaves text as it is', () => {
    for (const stroke of Object.values(plainPaint)) expect(stroke('x')).toBe('x');
  });

  test('ansi paint switches on, and off again exactly what it switched on', () => {
    expect(ansiPaint.red('x')).toBe('\u001b[31mx\u001b[39m');
    expect(ansiPaint.bold(ansiPaint.red('x'))).toBe('\u001b[1m\u001b[31mx\u001b[39m\u001b[22m');
  });

  test('painting nothing gives nothing', () => {
    for (const stroke of Object.values(ansiPaint)) expect(stroke('')).toBe('');
  });
});
