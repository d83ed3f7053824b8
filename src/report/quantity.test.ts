import { describe, expect, test } from 'vitest';
import { bytesText, countText, durationText } from './quantity.ts';

describe('quantities', () => {
  test('durations grow their unit and never show sixty of one', () => {
    expect([0, 61, 999, 1_000, 1_861, 59_949, 59_950, 90_000, 3_599_499, 3_600_000].map(durationText)).toEqual([
      '0ms',
      '61ms',
      '999ms',
      '1.0s',
      '1.9s',
      '59.9s',
      '1m 00s',
      '1m 30s',
      '59m 59s',
      '1h 00m',
    ]);
  });

  test('sizes use binary units with one digit', () => {
    expect([0, 1_023, 1_024, 480_000, 1_048_575, 1_048_576, 5_368_709_120].map(bytesText)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KiB',
      '468.8 KiB',
      '1.0 MiB',
      '1.0 MiB',
      '5.0 GiB',
    ]);
  });

  test('one is singular, everything else plural', () => {
    expect([0, 1, 2].map((count) => countText(count, 'alloc'))).toEqual(['0 allocs', '1 alloc', '2 allocs']);
  });
});
