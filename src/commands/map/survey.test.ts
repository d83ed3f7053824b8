import { expect, test } from 'vitest';
import { FozzyError } from '../../base/problem.ts';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { Deadline } from './survey.ts';

function codeOf(deadline: Deadline): string | undefined {
  try {
    deadline.check('reading the source');
  } catch (error) {
    return error instanceof FozzyError ? error.code : 'another error';
  }
  return undefined;
}

test('a survey whose time is over is refused as a whole, and one that has time goes on', () => {
  expect(codeOf(new Deadline(sampleContext('.'), -1))).toBe('map_timeout');
  expect(codeOf(new Deadline(sampleContext('.')))).toBeUndefined();
});

test('an interrupted survey says so rather than that it took too long', () => {
  expect(codeOf(new Deadline(sampleContext('.', { signal: AbortSignal.abort() }), -1))).toBe('interrupted');
});
