import { expect, test } from 'vitest';
import { callsInRound, costOfCall, warmCall } from './call-cost.ts';

/** A machine on which each call costs what `costs` says of its number, and takes as many milliseconds. */
function machine(costs: (call: number) => number) {
  let made = 0;
  let atMs = 0;
  const call = async (times: number): Promise<number | undefined> => {
    let spent = 0;
    for (let left = times; left > 0; left -= 1) {
      made += 1;
      spent += costs(made);
    }
    atMs += spent;
    return spent;
  };
  return { call, now: () => atMs, used: () => atMs, made: () => made };
}

test('what one of many cheap calls costs is told exactly, though no single one could be measured', async () => {
  const calls = machine(() => 0.01);
  expect(await costOfCall(calls)).toBeCloseTo(0.01);
  expect(calls.made()).toBeGreaterThan(1000);
});

test('a slow call is made once to be warm and once to be measured', async () => {
  const calls = machine(() => 3000);
  expect(await costOfCall(calls)).toBe(3000);
  expect(calls.made()).toBe(2);
});

test('calls that stand in line for a processor are measured together like those that do not', async () => {
  const calls = machine(() => 0.01);
  const [quiet, busy] = [await callsInRound(calls), await callsInRound({ ...calls, now: () => calls.now() * 5 })];
  expect([quiet, busy]).toEqual([512, 512]);
});

test('calls that only wait are not measured together until they take processor time', async () => {
  expect(await callsInRound({ ...machine(() => 50), used: () => 0 })).toBe(2);
});

test('measurements have to agree: a cost that falls says nothing until it does no more', async () => {
  expect(await costOfCall(machine((call) => Math.max(1, 100 * 0.7 ** call)))).toBe(1);
});

test('one measurement that a collection of garbage has doubled does not count', async () => {
  expect(await costOfCall(machine((call) => (call % 5 === 0 ? 20 : 10)))).toBe(10);
});

test('calls are made until enough processor time went into them for their code to be optimised', async () => {
  const calls = machine(() => 10);
  await warmCall(calls);
  expect(calls.used()).toBeGreaterThanOrEqual(300);
});

test('calls that only wait are not repeated for ever', async () => {
  const calls = machine(() => 50);
  await warmCall({ ...calls, used: () => 0 });
  expect(calls.now()).toBeLessThan(5000);
});

test('a call that does not come back has no cost, and is not made again', async () => {
  let asked = 0;
  const calls = { ...machine(() => 1), call: async () => void (asked += 1) };
  await warmCall(calls);
  expect([await costOfCall(calls), asked]).toEqual([undefined, 2]);
});
