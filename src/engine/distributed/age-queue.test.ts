import { expect, test } from 'vitest';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import { type Aged, AgeQueue } from './age-queue.ts';

interface Thing extends Aged {
  readonly name: number;
}

test('finds the k-th of those that are on, whatever was added, switched and removed before', () => {
  const random = new Xoshiro128({ hi: 1, lo: 2 });
  const queue = new AgeQueue<Thing>();
  const all: Thing[] = [];
  const isOn = new Set<Thing>();
  for (let round = 0; round < 3000; round += 1) {
    const thing = all[random.nextBelow(Math.max(1, all.length))];
    const what = random.nextBelow(4);
    if (what < 2 || thing === undefined) {
      const added = { name: round, place: -1 };
      all.push(added);
      queue.add(added);
      queue.turn(added, what === 0);
      if (what === 0) isOn.add(added);
    } else if (what === 2) {
      queue.turn(thing, !isOn.has(thing));
      if (!isOn.delete(thing)) isOn.add(thing);
    } else {
      queue.remove(thing);
      isOn.delete(thing);
      all.splice(all.indexOf(thing), 1);
    }
    const expected = all.filter((each) => isOn.has(each));
    expect(queue.count).toBe(expected.length);
    if (round % 50 === 0) expect(expected.map((_each, index) => queue.at(index).name)).toEqual(expected.map(({ name }) => name));
  }
  expect(() => queue.at(queue.count)).toThrow(RangeError);
});
