import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import { g } from '../input/g.ts';
import { assume } from './assume.ts';
import { property } from './property.ts';
import { PropertyFailed } from './property-failed.ts';

const seedBefore = process.env['FOZZY_SEED'];

afterEach(() => {
  if (seedBefore === undefined) delete process.env['FOZZY_SEED'];
  else process.env['FOZZY_SEED'] = seedBefore;
});

function failureOf(run: () => unknown): PropertyFailed {
  try {
    run();
  } catch (error) {
    if (error instanceof PropertyFailed) return error;
    throw error;
  }
  throw new Error('the property holds');
}

async function lateFailureOf(run: () => Promise<unknown>): Promise<PropertyFailed> {
  const error: unknown = await run().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PropertyFailed) return error;
  throw new Error('the property holds', { cause: error });
}

describe('a property', () => {
  test('is a test body without parameters, synchronous if its function is', () => {
    const body = property(g.integer(), g.string(), (number, text) => Number.isInteger(number) && typeof text === 'string');
    expect(body.length).toBe(0);
    expect(body()).toBeUndefined();
    expectTypeOf(body).toEqualTypeOf<() => void>();
  });

  test('awaits every run of an asynchronous function', async () => {
    let running = 0;
    let together = 0;
    const body = property(g.nat(), async () => {
      running += 1;
      together = Math.max(together, running);
      await Promise.resolve();
      running -= 1;
    });
    expectTypeOf(body).toEqualTypeOf<() => Promise<void>>();
    await body();
    expect(together).toBe(1);
  });

  test('tries as many inputs as it is told, the simplest first', () => {
    const seen: number[] = [];
    property(g.nat(), (number) => void seen.push(number), { runs: 30 })();
    expect(seen.length).toBe(30);
    expect(seen[0]).toBe(0);
  });

  test('fails with the smallest arguments as source, the error, and how to see it again', () => {
    const failure = failureOf(
      property(g.array(g.nat(5000)), g.string(), (list) => {
        if (list.some((each) => each > 1000)) throw new RangeError('too large');
      }),
    );
    expect(failure.message).toMatch(
      /^property failed after \d+ runs? \(seed 0\), shrunk in \d+ tries\n\n {2}\(\[1001\], ''\)\n\n {2}RangeError: too large\n/u,
    );
    expect(failure.message).toContain(`property(…, { replay: '${failure.report.replay}' })`);
    expect(failure.cause).toBeInstanceOf(RangeError);
    expect(failure.stack).toContain('property.test.ts');
  });

  test('fails asynchronously like it does at once', async () => {
    const failure = await lateFailureOf(
      property(g.nat(5000), async (number) => {
        await Promise.resolve();
        if (number > 1000) throw new RangeError('too large');
      }),
    );
    expect(failure.report.values).toEqual([1001]);
  });

  test('fails where its function returns false, but not where it returns nothing', () => {
    expect(failureOf(property(g.boolean(), (flag) => !flag)).message).toContain('the property returned false');
    expect(property(g.boolean(), () => undefined)()).toBeUndefined();
  });

  test('does not leave the failure it found for another one', () => {
    const failure = failureOf(
      property(
        g.nat(5000),
        (number) => {
          if (number > 1000) throw new RangeError('too large');
          if (number > 3 && number < 900) assume(false);
          if (number === 2) throw new TypeError('another failure, which is smaller');
        },
        { seed: 6, examples: [] },
      ),
    );
    expect([1001, 2]).toContain(failure.report.values[0]);
    expect((failure.cause as Error).constructor.name).toBe(failure.report.values[0] === 2 ? 'TypeError' : 'RangeError');
  });

  test('tries the same inputs for the same seed, and others for another', () => {
    const inputs = (seed: number): string => {
      const seen: number[] = [];
      property(g.integer(), (number) => void seen.push(number), { seed })();
      return seen.join();
    };
    expect(inputs(7)).toBe(inputs(7));
    expect(inputs(7)).not.toBe(inputs(8));
  });

  test('takes its seed from FOZZY_SEED where it has none', () => {
    process.env['FOZZY_SEED'] = '42';
    expect(failureOf(property(g.nat(), () => false)).report.seed).toBe('42');
    expect(failureOf(property(g.nat(), () => false, { seed: 1 })).report.seed).toBe('1');
    process.env['FOZZY_SEED'] = 'x';
    expect(property(g.nat(), () => true)).toThrow("invalid seed 'x'");
  });

  test('tries exactly the input of a replay token', () => {
    const body = (text: string): boolean => !text.includes('!');
    const { replay } = failureOf(property(g.string(), body)).report;
    const seen: string[] = [];
    property(g.string(), (text) => void seen.push(text), { replay: replay ?? '' })();
    expect(seen).toEqual(['!']);
    expect(failureOf(property(g.string(), body, { replay: replay ?? '' })).report.values).toEqual(['!']);
    expect(property(g.string(), body, { replay: 'nonsense' })).toThrow('is no replay token');
  });

  test('tries examples first and tells which one failed', () => {
    const failure = failureOf(property(g.nat(), (number) => number !== 77, { examples: [[1], [77]] }));
    expect(failure.message).toMatch(/^property failed on an example \(seed 0\)\n\n {2}\(77\)/u);
  });

  test('leaves out inputs that do not meet an assumption, and says when hardly any do', () => {
    const seen: number[] = [];
    property(g.nat(100), (number) => {
      assume(number % 2 === 0);
      seen.push(number);
    })();
    expect(seen.length).toBe(100);
    expect(seen.every((number) => number % 2 === 0)).toBe(true);
    expect(property(g.nat(), () => assume(false))).toThrow('given up by filter() or assume()');
  });

  test('gives every run its own values, whatever the one before did to them', () => {
    property(g.array(g.nat()), g.bytes(), (list, bytes) => {
      list.push(-1);
      bytes.fill(9);
      return list.indexOf(-1) === list.length - 1;
    })();
    const failure = failureOf(
      property(g.bytes({ minLength: 2, maxLength: 2 }), (bytes) => {
        const isSmall = (bytes[1] ?? 0) < 100;
        bytes.fill(0);
        return isSmall;
      }),
    );
    expect(failure.report.values).toEqual([Uint8Array.of(0, 100)]);
  });

  test('is refused without a generator or a function', () => {
    expect(() => (property as (...words: unknown[]) => unknown)(g.nat())).toThrow('generators first, then a function');
    expect(() => (property as (...words: unknown[]) => unknown)(5, () => true)).toThrow('argument 1 is no generator');
  });
});
