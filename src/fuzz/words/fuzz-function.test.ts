import { describe, expect, test } from 'vitest';
import { g } from '../input/g.ts';
import { fuzz } from './fuzz-target.ts';
import { fuzzFunction } from './fuzz-function.ts';

describe('fuzzFunction', () => {
  test('finds an input that breaks a function, shrinks it, and says the same for the same seed', async () => {
    const first = (list: readonly number[]): number => {
      if (list.length > 3) throw new RangeError('too long');
      return list.length;
    };
    const search = () => fuzzFunction(first, { input: g.array(g.integer()), seed: 5n });
    const found = await search();
    expect(found).toMatchObject({
      status: 'crash',
      name: 'first',
      seed: '5',
      stoppedBy: 'failure',
      findings: [{ kind: 'target_behavior', title: 'uncaught_error', message: 'RangeError: too long' }],
      failure: { args: [[0, 0, 0, 0]], source: '[0, 0, 0, 0]', isMinimal: true },
    });
    expect(found.failure?.error).toBeInstanceOf(RangeError);
    const { failure: _once, ...again } = await search();
    const { failure: _before, ...before } = found;
    expect(again).toEqual(before);
  });

  test('leaves errors alone that belong to the contract', async () => {
    const parse = (text: string): unknown => JSON.parse(text);
    expect(await fuzzFunction(parse, { input: 'string', runs: 300 })).toMatchObject({
      status: 'crash',
      findings: [{ title: 'uncaught_error' }],
    });
    const result = await fuzzFunction(parse, { input: 'string', runs: 300, expected: [SyntaxError] });
    expect(result).toEqual({ status: 'pass', name: 'parse', seed: '0', executed: 300, stoppedBy: 'runs', findings: [] });
  });

  test.each([
    ['property_violated', { property: (result: number) => result < 50 }],
    ['differential_mismatch', { against: (n: number) => (n > 50 ? n : n * 2) }],
    ['round_trip_violated', { inverse: (result: number) => (result > 50 ? 1 : result / 2) }],
    ['not_idempotent', { idempotent: true }],
  ])('holds results against their laws: %s', async (title, laws) => {
    const twice = (n: number): number => n * 2;
    const found = await fuzzFunction(twice, { input: g.integer({ min: 0, max: 1000 }), ...laws });
    expect(found).toMatchObject({ status: 'fail', findings: [{ title }] });
  });

  test('takes several arguments, promises, bytes and examples', async () => {
    const join = async (a: string, b: number) => (a === 'x' && b > 2 ? Promise.reject(new Error('both')) : a.repeat(b));
    const input = fuzz.input(g.pick('x', 'y'), g.integer({ min: 0, max: 9 }));
    expect((await fuzzFunction(join, { input })).failure?.args).toEqual(['x', 3]);
    const bytes = (data: Uint8Array): void => {
      if (data.length === 2 && data[0] === 0x50 && data[1] === 0x4b) throw new Error('a magic number');
    };
    expect((await fuzzFunction(bytes, { input: 'bytes', runs: 50 })).status).toBe('pass');
    const told = await fuzzFunction(bytes, { input: 'bytes', runs: 50, seeds: [Buffer.from('PK')] });
    expect([told.status, told.executed, [...(told.failure?.args[0] ?? [])]]).toEqual(['crash', 1, [0x50, 0x4b]]);
  });

  test('ends when its time is over or somebody tells it to, and says so', async () => {
    const fine = (_text: string): void => undefined;
    const endless = { input: 'string', runs: Number.MAX_SAFE_INTEGER } as const;
    expect(await fuzzFunction(fine, { ...endless, timeMs: 1 })).toMatchObject({ status: 'pass', stoppedBy: 'time', findings: [] });
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    expect(await fuzzFunction(fine, { ...endless, signal: controller.signal })).toMatchObject({
      status: 'error',
      stoppedBy: 'interrupted',
    });
  });

  test('refuses what it cannot make inputs for', async () => {
    // @ts-expect-error there is no such form
    await expect(fuzzFunction(() => 1, { input: 'numbers' })).rejects.toMatchObject({ code: 'fuzz_target_invalid' });
    await expect(fuzzFunction((_text: string) => 1, { input: 'string', seed: 'x' })).rejects.toMatchObject({ code: 'usage' });
  });

  test('a promise that does not settle is a finding with its input', async () => {
    const waits = (text: string): Promise<void> | undefined => (text.includes('a') ? new Promise(() => undefined) : undefined);
    expect(await fuzzFunction(waits, { input: g.string({ alphabet: 'ab' }), hangMs: 20, seed: 1 })).toMatchObject({
      status: 'timeout',
      findings: [{ kind: 'hang', title: 'hang' }],
      failure: { args: ['a'] },
    });
  });

  test('streams of bytes have to give the same as their whole', async () => {
    const count = async (stream: AsyncIterable<Uint8Array>): Promise<number> => {
      const lengths: number[] = [];
      for await (const { length } of stream) lengths.push(length);
      return lengths.length;
    };
    expect(await fuzzFunction(count, { input: g.stream(g.bytes(), { as: 'iterable' }) })).toMatchObject({
      status: 'fail',
      findings: [{ title: 'split_law_violated' }],
    });
  });
});
