import { describe, expect, test } from 'vitest';
import { LogCursor } from './cursor.ts';
import { Decider } from './decider.ts';
import { DecisionDivergence } from './divergence.ts';
import { Kind } from './kinds.ts';
import { DecisionLog } from './log.ts';
import { logFromRecords } from './log-records.ts';
import { ReplaySource } from './replay.ts';
import { ScriptedSource } from './scripted.ts';
import { SeededSource } from './seeded.ts';
import type { DecisionSource, Offer } from './source.ts';

function offer(count: number): Offer {
  return { kind: Kind.netPick, count, nameOf: String };
}

function picks(source: DecisionSource, counts: readonly number[]): readonly number[] {
  return counts.map((count) => source.pick(offer(count)));
}

describe('a script', () => {
  test('answers open picks in order, within what is offered, and calmly past its end', () => {
    expect(picks(new ScriptedSource({ picks: [2, 9, 1] }), [3, 1, 4, 2, 5])).toEqual([2, 0, 3, 1, 0]);
  });

  test('gives its draws in order, then zeros', () => {
    const source = new ScriptedSource({ draws: [{ hi: 1, lo: 2 }] });
    const drawn = [0, 1].map(() => {
      source.draw();
      return [source.hi, source.lo];
    });
    expect(drawn).toEqual([
      [1, 2],
      [0, 0],
    ]);
  });
});

describe('a seed', () => {
  test('gives the same answers every time, and uses none where there is no choice', () => {
    const counts = [3, 1, 7, 2, 1, 100];
    const open = counts.filter((count) => count > 1);
    const all = picks(new SeededSource({ hi: 0, lo: 7 }), counts);
    expect(picks(new SeededSource({ hi: 0, lo: 7 }), counts)).toEqual(all);
    expect(all.filter((_answer, index) => (counts[index] ?? 0) > 1)).toEqual(picks(new SeededSource({ hi: 0, lo: 7 }), open));
  });

  test('returns to where it was', () => {
    const source = new SeededSource({ hi: 0, lo: 7 });
    source.draw();
    const here = source.position();
    const first = picks(source, [1000, 1000]);
    source.rewind(here);
    expect(picks(source, [1000, 1000])).toEqual(first);
  });
});

describe('a recording', () => {
  const recorded = logFromRecords([
    { kind: 'net_deliver_pick', message_id: 5, options: 2, answer: 1 },
    { kind: 'rand_u64', value: '7' },
    { kind: 'net_drop', message_id: 5, dropped: true },
  ]);

  function replayed(): Decider {
    const cursor = new LogCursor(recorded ?? new DecisionLog());
    return new Decider(new ReplaySource(cursor), new DecisionLog(), cursor);
  }

  const messages = { ...offer(2), messageId: (index: number) => 4 + index };

  test('is answered in its order and leaves nothing over', () => {
    const decider = replayed();
    expect(decider.unused).toBe(3);
    expect(decider.pickMessage(messages)).toBe(1);
    decider.draw('x');
    expect([decider.source.hi, decider.source.lo]).toEqual([0, 7]);
    expect(decider.dropMessage('x', 5, 0.5)).toBe(true);
    expect(decider.unused).toBe(0);
  });

  test.each<[string, (decider: Decider) => void, number]>([
    ['another kind of question', (decider) => decider.draw('x'), 0],
    ['another number of answers', (decider) => decider.pickMessage({ ...messages, count: 3 }), 0],
    ['another subject', (decider) => decider.pickMessage({ ...messages, messageId: () => 9 }), 0],
    [
      'a later question',
      (decider) => {
        decider.pickMessage(messages);
        decider.draw('x');
        decider.dropMessage('x', 6, 0.5);
      },
      2,
    ],
  ])('names the first decision that differs: %s', (_name, ask, index) => {
    const thrown = divergenceOf(() => ask(replayed()));
    expect(thrown).toMatchObject({ index, expected: recorded?.toRecords()[index] });
  });

  test('names the question that came after its end', () => {
    const decider = replayed();
    decider.pickMessage(messages);
    decider.draw('x');
    decider.dropMessage('x', 5, 0.5);
    expect(divergenceOf(() => decider.draw('x'))).toMatchObject({ index: 3, expected: null, actual: { kind: 'rand_u64', value: '0' } });
  });
});

function divergenceOf(ask: () => void): DecisionDivergence | undefined {
  try {
    ask();
  } catch (error) {
    if (error instanceof DecisionDivergence) return error;
    throw error;
  }
  return undefined;
}
