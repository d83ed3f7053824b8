import { expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { stepsText } from './report-text.ts';

test('on a narrow terminal details are wrapped beside their steps; without one every step is one line', () => {
  const steps = [
    { name: 'replay', status: 'passed', detail: 'reproduced', durationMs: 1 },
    { name: 'profile_diff', status: 'failed', detail: 'the run and its replay measure something else', durationMs: 1 },
  ] as const;
  const context = sampleContext('/');
  expect(stepsText('gate', steps, [], { ...context, columns: 40 }).split('\n')).toEqual([
    '✓ replay        reproduced',
    '✗ profile_diff  the run and its replay',
    '                measure something else',
    'gate not ok: 1 of 2 steps failed',
  ]);
  expect(stepsText('gate', steps, [], { ...context, columns: Number.POSITIVE_INFINITY }).split('\n')).toHaveLength(3);
});
