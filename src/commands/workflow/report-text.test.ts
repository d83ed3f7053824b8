import { expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { stepText, workVerdict } from './report-text.ts';

const steps = [
  { name: 'replay', status: 'passed', detail: 'reproduced', durationMs: 1 },
  { name: 'profile_diff', status: 'failed', detail: 'the run and its replay measure something else', durationMs: 1 },
] as const;

test('on a narrow terminal details are wrapped beside their steps; without one every step is one line', () => {
  const lines = (columns: number) => steps.flatMap((step) => stepText(step, steps, { ...sampleContext('/'), columns }).split('\n'));
  expect(lines(40)).toEqual([
    '✓ replay        reproduced',
    '✗ profile_diff  the run and its replay',
    '                measure something else',
  ]);
  expect(lines(Number.POSITIVE_INFINITY)).toHaveLength(2);
});

test('the verdict counts what failed and repeats no step', () => {
  expect(workVerdict('gate', steps, ['kept in x'], sampleContext('/'))).toBe('kept in x\ngate not ok: 1 of 2 steps failed');
});
