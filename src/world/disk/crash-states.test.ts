import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareText } from '../../base/compare.ts';
import { crash, crashStates, crashTo, durableSnapshot } from './crash.ts';
import { mkdir, rename, unlink } from './name-calls.ts';
import { append, calm, freshDisk, put, sample, sync, textOf } from './sample-disk.ts';
import { snapshotDigest, snapshotOf } from './snapshot.ts';
import type { VirtualDisk } from './virtual.ts';

type Step = (disk: VirtualDisk) => void;

const name = fc.constantFrom('/d/a', '/d/b', '/d/s/c');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(name, fc.string({ maxLength: 4 })).map(
    ([path, text]): Step =>
      (disk) =>
        put(disk, path, text),
  ),
  fc.tuple(name, fc.string({ maxLength: 4 })).map(
    ([path, text]): Step =>
      (disk) =>
        append(disk, path, text),
  ),
  name.map(
    (path): Step =>
      (disk) =>
        void unlink(disk, path),
  ),
  fc.tuple(name, name).map(
    ([from, to]): Step =>
      (disk) =>
        void rename(disk, from, to),
  ),
  fc.constant<Step>((disk) => void mkdir(disk, '/d/s', 0o755)),
  fc.constantFrom('/d', '/d/a', '/d/s').map(
    (path): Step =>
      (disk) =>
        sync(disk, path),
  ),
);

function after(steps: readonly Step[]): VirtualDisk {
  const disk = freshDisk();
  for (const each of steps) each(disk);
  return disk;
}

describe('crash states of any program', () => {
  test('can each be reached by the answers they name', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
        const { states } = crashStates(after(steps), calm);
        for (const { answers, snapshot } of states.slice(0, 20)) {
          const disk = after(steps);
          crashTo(disk, answers);
          expect(snapshotDigest(snapshotOf(disk))).toBe(snapshotDigest(snapshot));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('hold every state that decisions can lead to, the durable one included', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), fc.array(fc.nat(7), { maxLength: 20 }), (steps, draws) => {
        const { states, complete } = crashStates(after(steps), calm);
        fc.pre(complete);
        const known = new Set(states.map(({ snapshot }) => snapshotDigest(snapshot)));
        expect(known).toContain(snapshotDigest(durableSnapshot(after(steps))));
        const disk = after(steps);
        const left = [...draws];
        const next = (): number => left.shift() ?? 0;
        crash(disk, 'power-loss', { choose: (_label, count) => next() % count, happens: () => next() % 2 === 1, sample });
        expect(known).toContain(snapshotDigest(snapshotOf(disk)));
      }),
      { numRuns: 100 },
    );
  });

  test('are offered to a crash once each, and it can end in every one of them', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
        const { states, complete } = crashStates(after(steps), calm);
        fc.pre(complete && states.length < 80);
        const reached: string[] = [];
        const end = (happens: boolean, choose: (count: number) => number): void => {
          const loss = crash(after(steps), 'power-loss', { choose: (_label, count) => choose(count), happens: () => happens, sample });
          expect(loss?.states).toBe(states.length);
          reached.push(loss?.digest ?? '');
        };
        let others = 1;
        for (let at = 0; at < others; at += 1)
          end(false, (count) => {
            others = count;
            return at;
          });
        if (states.length > 1) end(true, () => 0);
        expect(reached.toSorted(compareText)).toEqual(states.map(({ snapshot }) => snapshotDigest(snapshot)).toSorted(compareText));
      }),
      { numRuns: 60 },
    );
  });

  test('are sampled beyond the limit: everything, nothing and parts of what was pending survive', () => {
    const disk = freshDisk();
    for (let at = 0; at < 13; at += 1) put(disk, `/d/${at}`, 'x');
    const { states, complete } = crashStates(disk, calm);
    expect(complete).toBe(false);
    const sizes = new Set(states.map(({ snapshot }) => snapshot.size));
    expect(sizes.size).toBeGreaterThan(5);
    expect(sizes).toContain(snapshotOf(disk).size);
    expect(sizes).toContain(durableSnapshot(disk).size);
    const loss = crash(disk, 'power-loss', { ...calm, choose: (label, count) => (label.endsWith('sampled') ? count - 1 : 0) });
    expect(loss?.states).toBeUndefined();
    expect(states.map(({ snapshot }) => snapshotDigest(snapshot))).toContain(loss?.digest);
  });

  test('leave the running disk as it was', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const disk = after(steps);
        const before = [snapshotDigest(snapshotOf(disk)), disk.version, disk.stateHash(), disk.usedBytes];
        crashStates(disk, calm);
        durableSnapshot(disk);
        expect([snapshotDigest(snapshotOf(disk)), disk.version, disk.stateHash(), disk.usedBytes]).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  test('never lose a file that was synced with its directory and left alone since', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), fc.array(step, { maxLength: 5 }), (before, later) => {
        const disk = after(before);
        put(disk, '/d/safe', 'safe');
        sync(disk, '/d/safe');
        sync(disk, '/d');
        for (const each of later) each(disk);
        for (const { snapshot } of crashStates(disk, calm).states) expect(textOf(snapshot, '/d/safe')).toBe('safe');
      }),
      { numRuns: 60 },
    );
  });
});
