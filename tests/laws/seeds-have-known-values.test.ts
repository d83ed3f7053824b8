/** Law: what a seed means is written down in numbers, so that no release can change it unnoticed. */
import { expect, test } from 'vitest';
import { seedFor } from '../../src/base/blake3.ts';
import { parseU64, renderU64 } from '../../src/base/u64.ts';
import { runSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';

function drawsOf(seed: string, values: readonly string[]): readonly string[] {
  const steps = values.flatMap((value, index): StepRecord[] => [
    { type: 'rand_u64', key: `draw-${index}` },
    { type: 'get_kv_assert', key: `draw-${index}`, equals: value },
  ]);
  return verdictOf(runSteps(steps, { seed }));
}

test('seed 7 draws 877555679359244567, 8489183145130685057, 603388764575719657', () => {
  expect(drawsOf('7', ['877555679359244567', '8489183145130685057', '603388764575719657'])).toEqual(['pass']);
});

test('seed 0 draws 1572249365435311176, 3324666439358862101', () => {
  expect(drawsOf('0', ['1572249365435311176', '3324666439358862101'])).toEqual(['pass']);
});

test('tests/example.fozzy.json under base seed 7 has the seed 14229281465285507490', () => {
  const base = parseU64('7');
  if (base === undefined) throw new Error('7 is a seed');
  const { hi, lo } = seedFor(base, 'tests/example.fozzy.json');
  expect(renderU64(hi, lo)).toBe('14229281465285507490');
});

test('a choice among one draws nothing, a choice among two draws once', () => {
  const parallel = (second: string): StepRecord => ({
    type: 'parallel',
    tasks: [
      { name: 'left', steps: [{ type: 'set_kv', key: 'l', value: '1' }] },
      { name: 'right', steps: [{ type: 'set_kv', key: 'r', value: second }] },
    ],
  });
  const steps = [
    parallel('1'),
    { type: 'rand_u64', key: 'after' },
    // Two tasks of one step: one choice among two, then only one task is left. The next draw is the second of the seed.
    { type: 'get_kv_assert', key: 'after', equals: '8489183145130685057' },
  ];
  expect(verdictOf(runSteps(steps))).toEqual(['pass']);
});

test('fifo delivery and a drop rate of 0 draw nothing; random delivery draws once, a drop rate draws once', () => {
  const send = { type: 'net_send', from: 'a', to: 'b', payload: 'x' };
  const draw = (value: string) => [
    { type: 'rand_u64', key: 'v' },
    { type: 'get_kv_assert', key: 'v', equals: value },
  ];
  const [first, second, third] = ['877555679359244567', '8489183145130685057', '603388764575719657'];
  const deliver = (strategy: string) => ({ type: 'net_deliver_one', strategy });
  expect(verdictOf(runSteps([send, send, deliver('fifo'), ...draw(first)]))).toEqual(['pass']);
  expect(verdictOf(runSteps([send, send, deliver('random'), ...draw(second)]))).toEqual(['pass']);
  const dropping = [{ type: 'net_set_drop_rate', rate: 0.5 }, send, send];
  expect(verdictOf(runSteps([...dropping, deliver('fifo'), ...draw(second)]))).toEqual(['pass']);
  expect(verdictOf(runSteps([...dropping, deliver('random'), ...draw(third)]))).toEqual(['pass']);
});

test('a random delivery draws once even when only one message can be delivered', () => {
  const steps = [
    { type: 'net_send', from: 'a', to: 'b', payload: 'x' },
    { type: 'net_deliver_one', strategy: 'random' },
    { type: 'rand_u64', key: 'v' },
    { type: 'get_kv_assert', key: 'v', equals: '8489183145130685057' },
  ];
  expect(verdictOf(runSteps(steps))).toEqual(['pass']);
});
