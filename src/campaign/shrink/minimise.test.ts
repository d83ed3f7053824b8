import { describe, expect, test } from 'vitest';
import { ddmin } from './ddmin.ts';
import { type Minimised, type MinimiseOptions, minimise } from './minimise.ts';
import type { Offers, ShrinkPass } from './pass.ts';

/** Any subject will do: here a candidate is a text, and the oracle a pattern. */
const letters: ShrinkPass<string> = {
  name: 'letters',
  *offer(from): Offers<string> {
    // Taken from the end, so that what was removed never moves what is still to come.
    yield* ddmin(
      from,
      Array.from({ length: from.length }, (_, at) => at),
      (current, [at, ...others]) => (at === undefined || others.length > 0 ? undefined : current.slice(0, at) + current.slice(at + 1)),
    );
  },
};

const lower: ShrinkPass<string> = {
  name: 'lower case',
  *offer(from): Offers<string> {
    let current = from;
    for (const [at, letter] of from.split('').entries()) {
      if (letter === letter.toLowerCase()) continue;
      current = (yield current.slice(0, at) + letter.toLowerCase() + current.slice(at + 1)) ?? current;
    }
  },
};

function run(
  options: Partial<MinimiseOptions<string>> & { readonly start: string; readonly holds: RegExp },
): Minimised<string> & { readonly tried: readonly string[] } {
  const tried: string[] = [];
  const search = minimise<string>({ passes: [letters, lower], keyOf: (text) => text, stop: () => undefined, ...options });
  let step = search.next();
  while (step.done !== true) {
    tried.push(step.value);
    step = search.next(options.holds.test(step.value) ? step.value : undefined);
  }
  return { ...step.value, tried };
}

describe('the shrinker', () => {
  test('goes round its passes until none of them finds anything', () => {
    expect(run({ start: 'xxAxxBxx', holds: /a.*b/i })).toMatchObject({ best: 'ab', stoppedBy: 'minimal' });
  });

  test('executes no candidate twice', () => {
    const { tried, candidates } = run({ start: 'aaaaaAAAAAbbbbb', holds: /a.*a.*b/i });
    expect(new Set(tried).size).toBe(tried.length);
    expect(candidates).toBe(tried.length);
  });

  test('keeps the best so far when it is stopped', () => {
    let asked = 0;
    const stop = (): 'budget' | undefined => (++asked > 3 ? 'budget' : undefined);
    const { best, stoppedBy, candidates } = run({ start: 'xxAxxBxx', holds: /a.*b/i, stop });
    expect({ stoppedBy, candidates }).toEqual({ stoppedBy: 'budget', candidates: 3 });
    expect(best).toMatch(/a.*b/i);
    expect(best.length).toBeLessThan(8);
  });

  test('tells an interruption from a budget that is used up', () => {
    expect(run({ start: 'ab', holds: /a/, stop: () => 'interrupted' })).toMatchObject({
      best: 'ab',
      stoppedBy: 'interrupted',
      candidates: 0,
    });
  });

  test('has nothing to do without passes', () => {
    expect(run({ start: 'ab', holds: /a/, passes: [] })).toMatchObject({ best: 'ab', stoppedBy: 'minimal', candidates: 0 });
  });

  test('goes on from what the run made of a candidate', () => {
    const search = minimise<string>({
      start: 'AB',
      passes: [lower],
      keyOf: (text) => text,
      stop: () => undefined,
    });
    let step = search.next();
    while (step.done !== true) step = search.next(`${step.value}!`.slice(0, 3));
    expect(step.value.best).toBe('ab!');
  });
});
