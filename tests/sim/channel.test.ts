/** What was sent first arrives first on the calm schedule, also past others that were sent in between. */
import { expect, test } from 'vitest';
import { current } from '../../src/sim/active.ts';
import { Channel } from '../../src/sim/channel.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { seeds } from '../support/budget.ts';
import { simulate, walk } from '../support/simulate.ts';

/** Two channels and single arrivals, all due at the same time. */
function sendAll(machine: Machine, seen: string[]): void {
  const [a, b] = [new Channel(machine), new Channel(machine)];
  const say = (text: unknown) => void seen.push(String(text));
  for (const round of [1, 2, 3]) {
    a.send('a', 10, say, `a${round}`);
    machine.kernel.arrive(machine, 'single', 10, say, `s${round}`);
    b.send('b', 10, say, `b${round}`);
  }
}

test('in the order of sending, over all channels', async () => {
  const seen: string[] = [];
  await simulate((sim) => sim.node('n', () => sendAll(current(), seen)));
  expect(seen).toEqual(['a1', 's1', 'b1', 'a2', 's2', 'b2', 'a3', 's3', 'b3']);
});

test('on other schedules each channel still keeps its own order', async () => {
  const orders = new Set<string>();
  for (const seed of seeds(40)) {
    const seen: string[] = [];
    await simulate((sim) => sim.node('n', () => sendAll(current(), seen)), walk(seed));
    for (const channel of ['a', 'b'])
      expect(seen.filter((text) => text.startsWith(channel))).toEqual([1, 2, 3].map((at) => `${channel}${at}`));
    orders.add(seen.join(' '));
  }
  expect(orders.size).toBeGreaterThan(5);
});
