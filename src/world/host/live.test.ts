import { describe, expect, test } from 'vitest';
import { holdLive, killEverything } from './live.ts';

describe('the register of what is going on outside', () => {
  test('ends what is entered, and not what was taken out', () => {
    const ended: string[] = [];
    const releaseA = holdLive(() => ended.push('a'));
    const releaseB = holdLive(() => ended.push('b'));
    releaseA();
    killEverything();
    releaseB();
    killEverything();
    expect(ended).toEqual(['b']);
  });

  test('ends the others although one cannot be ended', () => {
    const ended: string[] = [];
    const releases = [
      holdLive(() => {
        throw new Error('stuck');
      }),
      holdLive(() => ended.push('other')),
    ];
    killEverything();
    for (const release of releases) release();
    expect(ended).toEqual(['other']);
  });
});
