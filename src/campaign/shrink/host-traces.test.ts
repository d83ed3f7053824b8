import { describe, expect, test } from 'vitest';
import { recordHostFailure } from '../../../tests/support/recorded-host.ts';
import { shrinkRecorded } from '../../../tests/support/recorded-steps.ts';

function spawn(arg: string, key: string) {
  return { type: 'proc_spawn', cmd: 'price', args: [arg], save_stdout_as: key };
}

describe('a trace of a host run', () => {
  test('is shrunk against its recorded answers, and the host is never asked', async () => {
    const judge = { type: 'assert_eq_str', a: '${second}', b: 'price of 9' };
    const steps = [spawn('1', 'first'), { type: 'sleep', duration: '20ms' }, spawn('2', 'second'), spawn('3', 'third'), judge];
    const recorded = await recordHostFailure(steps, (_cmd, [arg]) => `price of ${arg ?? ''}`);
    expect(recorded.spawned()).toBe(3);
    const shrunk = shrinkRecorded(recorded);
    expect(shrunk.steps).toEqual([spawn('2', 'second'), judge]);
    expect(shrunk.recorded.failure).toMatchObject({ fingerprint: recorded.failure.fingerprint, message: recorded.failure.message });
    expect(recorded.spawned()).toBe(3);
  });

  test('never gives an answer to another call than the one that got it', async () => {
    const judge = { type: 'assert_eq_str', a: '${answer}', b: 'price of 9' };
    const steps = [
      { type: 'set_kv', key: 'sku', value: 'old' },
      { type: 'set_kv', key: 'sku', value: 'new' },
      spawn('${sku}', 'answer'),
      judge,
    ];
    const shrunk = shrinkRecorded(await recordHostFailure(steps, (_cmd, [arg]) => `price of ${arg ?? ''}`));
    expect(shrunk.steps).toEqual([{ type: 'set_kv', key: 'sku', value: 'new' }, spawn('${sku}', 'answer'), judge]);
  });

  test('finds the answers of a loop again by what each round asked', async () => {
    const steps = [
      {
        type: 'repeat',
        times: 9,
        index_key: 'n',
        steps: [spawn('${n}', 'answer'), spawn('x', 'noise'), { type: 'assert_ne_str', a: '${answer}', b: 'price of 4' }],
      },
    ];
    const recorded = await recordHostFailure(steps, (_cmd, [arg]) => `price of ${arg ?? ''}`);
    expect(shrinkRecorded(recorded).steps).toEqual([
      {
        type: 'repeat',
        times: 5,
        index_key: 'n',
        steps: [spawn('${n}', 'answer'), { type: 'assert_ne_str', a: '${answer}', b: 'price of 4' }],
      },
    ]);
  });

  test('that ran out of real time keeps the waits that used it up', async () => {
    const steps = [
      { type: 'set_kv', key: 'noise', value: 'x' },
      { type: 'sleep', duration: '300ms' },
      spawn('1', 'first'),
      { type: 'sleep', duration: '5s' },
      { type: 'set_kv', key: 'noise', value: 'y' },
    ];
    const recorded = await recordHostFailure(steps, () => '', { timeoutMs: 1000 });
    expect(recorded.failure).toMatchObject({ kind: 'hang', title: 'timeout' });
    const shrunk = shrinkRecorded(recorded);
    expect(shrunk.steps).toEqual([{ type: 'sleep', duration: '300ms' }, spawn('1', 'first'), { type: 'sleep', duration: '5s' }]);
    expect(shrunk.recorded.virtualTimeMs).toBe(1000);
  });

  test('that only waited takes the waits it is left with', async () => {
    const judge = { type: 'assert_eq_str', a: 'x', b: 'y' };
    const recorded = await recordHostFailure([{ type: 'sleep', duration: '2s' }, judge], () => '');
    expect(shrinkRecorded(recorded).steps).toEqual([judge]);
  });
});
