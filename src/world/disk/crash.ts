/**
 * What a disk looks like after the machine went down. Killing a process loses nothing, the page cache belongs to the machine. Losing
 * power keeps what was durable and, of what was pending, some part that a file system could have written by then: each change kept or
 * lost, writes also torn, but never a change without the one it stands on.
 */
import { CrashImage, KEPT, LOST } from './crash-image.ts';
import { type Snapshot, snapshotDigest, snapshotOf } from './snapshot.ts';
import type { VirtualDisk } from './virtual.ts';

export type DiskCrashMode = 'process' | 'power-loss';

/** Where the answers come from. Calm is: nothing happens, and 0 of whatever is offered. */
export interface CrashDecisions {
  choose(label: string, count: number): number;
  happens(label: string, rate: number): boolean;
}

/** A machine that loses power mostly loses something; these are chances, because a calm answer there would make most crashes harmless. */
const LOSES_SOMETHING = 0.8;
const LOSES_ALL = 0.3;
const LOSES_ONE = 0.5;

/** With more pending changes than this the states are sampled: their number doubles with each. */
const ENUMERATED_OPS_MAX = 12;

/** Torn writes multiply states; enough for twelve plain changes and a few tears. */
const STATES_MAX = 1 << 14;

const SAMPLES = 512;

export interface CrashState {
  /** One answer per pending change, in their order: 0 kept, 1 lost, above that torn. */
  readonly answers: readonly number[];
  readonly snapshot: Snapshot;
}

export interface CrashStates {
  /** Distinct by what can be found on the disk. */
  readonly states: readonly CrashState[];
  /** Every legal state is among them. */
  readonly complete: boolean;
}

/** Descriptors vanish in both modes. */
export function crash(disk: VirtualDisk, mode: DiskCrashMode, decisions: CrashDecisions): void {
  closeAll(disk);
  if (mode === 'process') return;
  const image = new CrashImage(disk);
  image.apply(survivors(image, decisions));
  settle(disk);
}

/** The state that the given answers lead to, as if power had been lost. */
export function crashTo(disk: VirtualDisk, answers: readonly number[]): void {
  closeAll(disk);
  new CrashImage(disk).apply(answers);
  settle(disk);
}

/** All states in which a power loss right now could leave the disk, which itself stays as it is. */
export function crashStates(disk: VirtualDisk, decisions: CrashDecisions): CrashStates {
  const image = new CrashImage(disk);
  const found = new Map<string, CrashState>();
  const add = (answers: readonly number[]): void => {
    image.apply(answers);
    const snapshot = snapshotOf(disk);
    const digest = snapshotDigest(snapshot);
    if (!found.has(digest)) found.set(digest, { answers: [...answers], snapshot });
  };
  const complete = image.units.length <= ENUMERATED_OPS_MAX && visitAll(image, add);
  if (!complete) for (let sample = 0; sample < SAMPLES; sample += 1) add(drawAnswers(image, decisions));
  image.restore();
  return { states: [...found.values()], complete };
}

/** What would be left if nothing pending survived. */
export function durableSnapshot(disk: VirtualDisk): Snapshot {
  const image = new CrashImage(disk);
  image.apply(image.units.map(() => LOST));
  const snapshot = snapshotOf(disk);
  image.restore();
  return snapshot;
}

function survivors(image: CrashImage, decisions: CrashDecisions): readonly number[] {
  const { units } = image;
  if (units.length === 0 || !decisions.happens('disk: something is lost', LOSES_SOMETHING)) return units.map(() => KEPT);
  if (decisions.happens('disk: everything pending is lost', LOSES_ALL)) return units.map(() => LOST);
  return drawAnswers(image, decisions);
}

function drawAnswers(image: CrashImage, decisions: CrashDecisions): number[] {
  const answers: number[] = [];
  for (const [index, unit] of image.units.entries()) {
    if (!image.mayKeep(index, answers)) answers.push(LOST);
    else if (!decisions.happens(`disk: ${unit.label} is lost`, LOSES_ONE)) answers.push(KEPT);
    // Torn in one way or another, the calmest of them lost altogether.
    else answers.push(LOST + (unit.answers > 2 ? decisions.choose(`disk: ${unit.label} is torn`, unit.answers - 1) : 0));
  }
  return answers;
}

/** False when there are more combinations than anybody would look at. */
function visitAll(image: CrashImage, visit: (answers: readonly number[]) => void): boolean {
  const answers: number[] = [];
  let visited = 0;
  const descend = (index: number): boolean => {
    const unit = image.units[index];
    if (unit === undefined) {
      visited += 1;
      visit(answers);
      return visited < STATES_MAX;
    }
    const free = image.mayKeep(index, answers);
    for (let answer = free ? KEPT : LOST; answer < (free ? unit.answers : LOST + 1); answer += 1) {
      answers.push(answer);
      const going = descend(index + 1);
      answers.pop();
      if (!going) return false;
    }
    return true;
  };
  return descend(0);
}

function closeAll(disk: VirtualDisk): void {
  for (const file of disk.files) {
    if (file === undefined) continue;
    file.inode.opens -= 1;
    disk.release(file.inode);
  }
  disk.files.length = 0;
}

/** After power is back everything on the disk is durable. */
function settle(disk: VirtualDisk): void {
  for (const inode of disk.dirty) {
    inode.pending = undefined;
    disk.touch(inode);
  }
  for (const inode of disk.shadowed) {
    inode.shadow = undefined;
    disk.touch(inode);
  }
  disk.dirty.clear();
  disk.shadowed.clear();
  disk.entryOps.length = 0;
  disk.recount();
}
