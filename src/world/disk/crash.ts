/**
 * What a disk looks like after the machine went down. Killing a process loses nothing, the page cache belongs to the machine. Losing
 * power keeps what was durable and, of what was pending, some part that a file system could have written by then: each change kept or
 * lost, writes also torn, but never a change without the one it stands on. Which part is one decision among all the states there are,
 * states that nobody can tell apart counting once; where there are too many of them, among samples.
 */
import type { Xoshiro128 } from '../../base/xoshiro128.ts';
import { CrashImage, KEPT, LOST } from './crash-image.ts';
import { CrashPrints } from './crash-print.ts';
import { pathOf, type Snapshot, snapshotDigest, snapshotOf } from './snapshot.ts';
import type { VirtualDisk } from './virtual.ts';

export type DiskCrashMode = 'process' | 'power-loss';

/** Where the answers come from. Calm is: nothing happens, and 0 of whatever is offered. */
export interface CrashDecisions {
  choose(label: string, count: number): number;
  happens(label: string, rate: number): boolean;
  /** Randomness of the sample with this number, the same whenever it is asked for in this crash. */
  sample(number: number): Xoshiro128;
  /** Somebody reads what was lost. */
  readonly isTold?: boolean;
}

/** Programs that forgot to sync mostly show it when nothing survives, which is one state among many. */
const LOSES_ALL = 0.3;

/** With more pending changes than this the states are sampled: their number doubles with each. */
const ENUMERATED_OPS_MAX = 12;

/** Torn writes multiply states; enough for twelve plain changes and a few tears. */
const STATES_MAX = 1 << 14;

const SAMPLES = 256;

/** How much of what could be lost is lost in a sample: little, about half, nearly all. */
const SAMPLE_LOSSES = [0.15, 0.5, 0.85] as const;

/** What became of a disk that lost power. */
export interface PowerLoss {
  /** Changes that were pending. */
  readonly pending: number;
  /** Of these, how many are lost or torn. */
  readonly lostCount: number;
  /** Of these, those that are lost or torn, in words; empty unless somebody reads it. */
  readonly lost: readonly string[];
  /** States that could have come about, if all of them are known. */
  readonly states: number | undefined;
  /** Two losses with the same one left disks with the same on them. */
  readonly digest: string;
}

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
export function crash(disk: VirtualDisk, mode: DiskCrashMode, decisions: CrashDecisions): PowerLoss | undefined {
  closeAll(disk);
  if (mode === 'process') return undefined;
  const image = new CrashImage(disk);
  const listed = listStates(disk, image);
  const answers = survivors(image, listed, decisions);
  const lost = decisions.isTold === true ? lossesOf(disk, image, answers) : [];
  image.apply(answers);
  settle(disk);
  return {
    pending: image.units.length,
    lostCount: lossOf(answers),
    lost,
    states: listed?.length,
    digest: snapshotDigest(snapshotOf(disk)),
  };
}

/** The state that the given answers lead to, as if power had been lost. */
export function crashTo(disk: VirtualDisk, answers: readonly number[]): void {
  closeAll(disk);
  new CrashImage(disk).apply(answers);
  settle(disk);
}

/** All states in which a power loss right now could leave the disk, which itself stays as it is. */
export function crashStates(disk: VirtualDisk, decisions: Pick<CrashDecisions, 'sample'>): CrashStates {
  const image = new CrashImage(disk);
  const listed = listStates(disk, image);
  const found = new Map<string, CrashState>();
  for (const answers of listed ?? samples(image, decisions)) {
    image.apply(answers);
    const snapshot = snapshotOf(disk);
    const digest = snapshotDigest(snapshot);
    if (!found.has(digest)) found.set(digest, { answers, snapshot });
  }
  image.restore();
  return { states: [...found.values()], complete: listed !== undefined };
}

/** What would be left if nothing pending survived. */
export function durableSnapshot(disk: VirtualDisk): Snapshot {
  const image = new CrashImage(disk);
  image.apply(image.units.map(() => LOST));
  const snapshot = snapshotOf(disk);
  image.restore();
  return snapshot;
}

/** Everything is kept, everything is lost, or something between: in a search that changes one answer after the other each is one change away. */
function survivors(image: CrashImage, listed: readonly (readonly number[])[] | undefined, decisions: CrashDecisions): readonly number[] {
  const [kept = [], nothing, ...others] = listed ?? [image.units.map(() => KEPT), image.units.map(() => LOST)];
  if (nothing === undefined) return kept;
  if (decisions.happens('disk: nothing that is pending survives', LOSES_ALL)) return nothing;
  if (listed !== undefined) {
    const at = others.length === 0 ? 0 : decisions.choose('disk: what survives', others.length + 1);
    return others[at - 1] ?? kept;
  }
  const at = decisions.choose('disk: what survives, sampled', SAMPLES + 1);
  return at === 0 ? kept : sample(image, decisions.sample(at));
}

/**
 * One list of answers for each state that can be told from the others: first the one in which all is kept, then the one in which all is
 * lost, then by how much is lost. Undefined when there are more than anybody would look at.
 */
function listStates(disk: VirtualDisk, image: CrashImage): readonly (readonly number[])[] | undefined {
  const { units } = image;
  if (units.length > ENUMERATED_OPS_MAX) return undefined;
  const prints = new CrashPrints(disk, image);
  const known = new Set<string>();
  const states: (readonly number[])[] = [];
  const add = (answers: readonly number[]): void => {
    const print = prints.of(answers);
    if (known.has(print)) return;
    known.add(print);
    states.push([...answers]);
  };
  add(units.map(() => KEPT));
  add(units.map(() => LOST));
  const first = states.length;
  if (!visitAll(image, add)) return undefined;
  const others = states.splice(first);
  return [...states, ...others.sort((a, b) => lossOf(a) - lossOf(b))];
}

function lossOf(answers: readonly number[]): number {
  return answers.filter((answer) => answer !== KEPT).length;
}

function* samples(image: CrashImage, decisions: Pick<CrashDecisions, 'sample'>): Generator<readonly number[], void, void> {
  yield image.units.map(() => KEPT);
  yield image.units.map(() => LOST);
  for (let number = 1; number <= SAMPLES; number += 1) yield sample(image, decisions.sample(number));
}

function sample(image: CrashImage, random: Xoshiro128): readonly number[] {
  const loss = SAMPLE_LOSSES[random.nextBelow(SAMPLE_LOSSES.length)] ?? 0;
  const answers: number[] = [];
  for (const [index, unit] of image.units.entries()) {
    if (!image.mayKeep(index, answers)) answers.push(LOST);
    else if (random.nextU32() >= loss * 2 ** 32) answers.push(KEPT);
    // Lost altogether, or torn in one way or another.
    else answers.push(LOST + random.nextBelow(unit.answers - 1));
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
      if (visited > STATES_MAX) return false;
      visit(answers);
      return true;
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

/** `rename /data/a.tmp to a`, `write 0+4096 of /data/log, torn`. */
function lossesOf(disk: VirtualDisk, { units }: CrashImage, answers: readonly number[]): readonly string[] {
  return units.flatMap(({ label, entry, data }, index) => {
    const answer = answers[index] ?? LOST;
    if (answer === KEPT) return [];
    const of = data === undefined ? '' : ` of ${pathOf(disk, data.inode) ?? 'a file without a name'}`;
    const within = entry === undefined ? '' : ` in ${pathOf(disk, entry.slots[0]?.directory) ?? 'a directory that is gone'}`;
    return [`${label}${of}${within}${answer === LOST ? '' : ', torn'}`];
  });
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
