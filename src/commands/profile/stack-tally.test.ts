import { expect, test } from 'vitest';
import type { Frame } from '../../trace/profile/profile.ts';
import { FrameTable } from './stack-tally.ts';

const frame = (name: string): Frame => ({ name, file: 'a.ts', line: 1, column: 1, origin: 'user' });

test('stacks of several processes are those of one, whatever numbers their frames had', () => {
  const table = new FrameTable();
  const stacks = table.merge([
    { frames: [frame('main'), frame('busy')], stacks: [{ frames: [0, 1], value: 5, count: 1 }] },
    {
      frames: [frame('busy'), frame('main')],
      stacks: [
        { frames: [1, 0], value: 7, count: 2 },
        { frames: [1], value: 1, count: 1 },
      ],
    },
  ]);
  expect(table.frames.map(({ name }) => name)).toEqual(['main', 'busy']);
  expect(stacks).toEqual([
    { frames: [0, 1], value: 12, count: 3 },
    { frames: [0], value: 1, count: 1 },
  ]);
});
