import { expect, test } from 'vitest';
import { WatchRate } from './watch-rate.ts';

function share(rate: WatchRate, isAimed: boolean): number {
  let due = 0;
  for (let executed = 0; executed < 4096; executed += 1) if (rate.isDue(executed, isAimed)) due += 1;
  return due / 4096;
}

function idle(rate: WatchRate, times: number): void {
  for (let time = 0; time < times; time += 1) rate.missed();
}

test('what was made to pass a comparison is watched four times as often as anything else', () => {
  const rate = new WatchRate();
  expect([share(rate, false), share(rate, true)]).toEqual([1 / 16, 1 / 4]);
});

test('watching that shows nothing for long becomes rarer twice, and never stops', () => {
  const rate = new WatchRate();
  idle(rate, 4096);
  expect([share(rate, false), share(rate, true)]).toEqual([1 / 32, 1 / 8]);
  idle(rate, 1_000_000);
  expect([share(rate, false), share(rate, true)]).toEqual([1 / 64, 1 / 16]);
});

test('something new makes watching as frequent as it was', () => {
  const rate = new WatchRate();
  idle(rate, 1_000_000);
  rate.learned();
  expect(share(rate, false)).toBe(1 / 16);
});

test('new combinations now and then do not keep up what shows nothing else, and many of them do', () => {
  const [rare, dense] = [new WatchRate(), new WatchRate()];
  for (let round = 0; round < 100; round += 1) {
    idle(rare, 4000);
    rare.eased();
    idle(dense, 100);
    dense.eased();
  }
  expect([share(rare, false), share(dense, false)]).toEqual([1 / 64, 1 / 16]);
});
