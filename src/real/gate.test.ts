import { describe, expect, test } from 'vitest';
import type { FoundStep } from './found-order.ts';
import { Gate, type Next, type Waiting } from './gate.ts';

const step = (label: string, parent: number, nth = 0, machine = 'm'): FoundStep => ({
  machine,
  label,
  parent,
  nth,
  timeMs: 0,
  resets: [],
  refusals: [],
  errors: [],
  crashes: [],
});

function waiting(kind: Waiting['kind'], label: string, parent: number, nth = 0, delayMs?: number): Waiting {
  return { machine: 'm', kind, label, parent, nth, delayMs, release: () => undefined };
}

function gate(steps: readonly FoundStep[], arrived: readonly Waiting[]): Gate {
  const made = new Gate(steps);
  for (const what of arrived) made.add(what);
  return made;
}

const told = (next: Next): unknown => (next.is === 'release' ? [next.what.label, next.step] : next.is);

describe('what may go on next', () => {
  test('completions go on in the found order, not in the one they arrived in', () => {
    const held = gate([step('fs a', -1), step('fs b', -1)], [waiting('arrival', 'fs b', -1), waiting('arrival', 'fs a', -1)]);
    expect([told(held.next()), told(held.next()), told(held.next())]).toEqual([['fs a', 0], ['fs b', 1], 'end']);
  });

  test('what has its turn is waited for, whatever else is there', () => {
    const held = gate([step('fs a', -1), step('fs b', -1)], [waiting('arrival', 'fs b', -1)]);
    expect(told(held.next())).toBe('wait');
  });

  test('bytes the found order knows nothing of arrive at once', () => {
    const held = gate([step('fs a', -1)], [waiting('arrival', 'socket.data', 0)]);
    expect(told(held.next())).toEqual(['socket.data', 0]);
  });

  test('a completion the found order knows nothing of is late, until nothing else helps', () => {
    const held = gate([step('fs a', -1)], [waiting('arrival', 'fs other', 0)]);
    expect([told(held.next()), held.doWithout(), told(held.next())]).toEqual(['wait', true, ['fs other', 0]]);
  });

  test('a timer the found order does not have is late until the end', () => {
    const held = gate([step('fs a', -1)], [waiting('timer', 'timer', -1, 0, 5)]);
    expect(told(held.next())).toBe('wait');
    held.add(waiting('arrival', 'fs a', -1));
    expect([told(held.next()), told(held.next())]).toEqual([
      ['fs a', 0],
      ['timer', -1],
    ]);
  });

  test('two timers that were set together never swap', () => {
    const held = gate(
      [step('timer', -1, 1), step('timer', -1, 0)],
      [waiting('timer', 'timer', -1, 0, 5), waiting('timer', 'timer', -1, 1, 5)],
    );
    expect(held.next()).toMatchObject({ is: 'impossible', why: expect.stringContaining('“m timer” comes before it') });
  });

  test('a timer never comes before an immediate that was set in the completion before it', () => {
    const held = gate([step('fs a', -1), step('timer', -1), step('immediate', 0)], [waiting('arrival', 'fs a', -1)]);
    expect(told(held.next())).toEqual(['fs a', 0]);
    held.add(waiting('immediate', 'immediate', 0));
    held.add(waiting('timer', 'timer', -1, 0, 1));
    expect(held.next()).toMatchObject({ is: 'impossible', why: expect.stringContaining('immediate') });
  });

  test('what does not come is done without only where the two worlds cut differently', () => {
    const soft = gate([step('socket.data', -1), step('fs a', -1)], [waiting('arrival', 'fs a', -1)]);
    expect([told(soft.next()), soft.doWithout(), told(soft.next())]).toEqual(['wait', true, ['fs a', 1]]);
    const hard = gate([step('fs a', -1)], []);
    expect([told(hard.next()), hard.doWithout()]).toEqual(['wait', false]);
  });

  test('the last checks are left to whoever leads the run', () => {
    expect(told(gate([step('dns.lookup', -1, 0, 'test')], []).next())).toBe('end');
  });
});
