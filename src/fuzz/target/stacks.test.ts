import { afterEach, expect, test } from 'vitest';
import { forgoStacks, ignoresStacks } from './stacks.ts';

const limit = Error.stackTraceLimit;
afterEach(() => {
  Error.stackTraceLimit = limit;
});

function stackIn(...sources: readonly string[]): string | undefined {
  forgoStacks({ ignoresStacks: ignoresStacks(sources.map((source) => ({ source }))) });
  return new RangeError('far off').stack;
}

test('code that looks at the stacks of errors finds what they are stacks of', () => {
  expect(stackIn('export {};', 'try { f(); } catch (error) { tell(error.stack); }')).toBe('RangeError: far off');
});

test('where no module looks at stacks none are made', () => {
  expect(stackIn('export {};', 'throw new RangeError("far off");')).toBeUndefined();
});
