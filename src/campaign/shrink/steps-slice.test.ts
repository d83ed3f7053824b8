import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { recordFailure, shrinkRecorded } from '../../../tests/support/recorded-steps.ts';
import { type DraftNode, nodesOf, renderDraft } from './draft.ts';
import { isFault } from './remove-nodes.ts';
import { stepsShrink } from './steps-shrink.ts';
import { stepsSlice } from './steps-slice.ts';

function noise(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_, n) => ({ type: 'set_kv', key: `noise-${n}`, value: `value ${n}` }));
}

/** The scenarios the slice proposes for a failing run, while none of them is kept. */
function proposals(steps: readonly JsonObject[], wanted: (node: DraftNode) => boolean = () => true): readonly unknown[] {
  const recorded = recordFailure(steps);
  const start = stepsShrink(recorded)?.start;
  if (start === undefined) throw new Error('the recording is not valid');
  const failed = new Set([recorded.failure.location?.stepPath ?? '']);
  const offers = stepsSlice(failed, wanted).offer(start);
  const found: unknown[] = [];
  for (let offer = offers.next(); offer.done !== true; offer = offers.next(undefined)) {
    found.push(renderDraft(offer.value.draft).json['steps']);
  }
  return found;
}

const write: JsonObject = { type: 'fs_write', path: '/etc/price', data: '19' };
const read: JsonObject = { type: 'fs_read_assert', path: '/etc/price', equals: '${wanted}' };
const set: JsonObject = { type: 'set_kv', key: 'wanted', value: '20' };

describe('the slice of a steps scenario', () => {
  test('keeps what shares a name with the failing step, directly or through others, and nothing behind it', () => {
    const [first] = proposals([...noise(20), write, ...noise(20), set, ...noise(20), read, ...noise(20)]);
    expect(first).toEqual([write, set, read]);
  });

  test('takes a block along that holds something of the past, and only that of it', () => {
    const block = (steps: readonly JsonObject[]): JsonObject => ({ type: 'repeat', times: 2, steps });
    const [first] = proposals([block([...noise(3), write]), block(noise(3)), set, read]);
    expect(first).toEqual([block([write]), set, read]);
  });

  test('asks the other tasks of a parallel block, wherever their steps stand', () => {
    const tasks = (a: readonly JsonObject[], b: readonly JsonObject[]): JsonObject => ({
      type: 'parallel',
      tasks: [
        { name: 'a', steps: a },
        { name: 'b', steps: b },
      ],
    });
    const [first] = proposals([write, tasks([...noise(2), read], [...noise(2), set]), ...noise(2)]);
    expect(first).toEqual([write, tasks([read], [set])]);
  });

  test('then tries words, then everything before the failure, and stops where nothing is left to drop', () => {
    const steps = [{ type: 'set_kv', key: 'price', value: 'low' }, ...noise(2), write, set, read, ...noise(1)];
    expect(proposals(steps)).toEqual([[write, set, read], [steps[0], write, set, read], steps.slice(0, -1)]);
    expect(proposals([write, set, read])).toEqual([]);
  });

  test('drops nothing but what it was asked for', () => {
    const fault: JsonObject = { type: 'memory_limit_mb', mb: 8 };
    const [first] = proposals([fault, ...noise(2), write, set, read], isFault);
    expect(first).toEqual([...noise(2), write, set, read]);
  });
});

test('a long scenario shrinks in few runs, because most of it goes in the first', () => {
  const long = shrinkRecorded(recordFailure([...noise(300), write, ...noise(300), set, ...noise(300), read]));
  const short = shrinkRecorded(recordFailure([write, set, read]));
  expect(long.steps).toEqual(short.steps);
  expect(long.candidates).toBe(short.candidates + 1);
  expect(nodesOf(long.best.draft).length).toBeLessThanOrEqual(3);
});
