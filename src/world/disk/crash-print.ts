/**
 * Tells states of a disk after a power loss apart without putting the disk into them: names and files that nothing pending touched are
 * the same in all of them, and what a file holds depends only on the changes of that file that survived. So thousands of states can be
 * compared in the time it takes to look at one.
 */
import { RollingHash } from '../../base/rolling-hash.ts';
import { type CrashImage, type CrashUnit, type InodeImage, KEPT, LOST } from './crash-image.ts';
import type { Inode } from './inode.ts';
import type { SlotChange } from './pending.ts';
import type { VirtualDisk } from './virtual.ts';

/** A name that some pending change set. */
interface Slot {
  readonly directory: Inode;
  readonly name: string;
  /** What it names if nothing pending survives. */
  readonly durable: Inode | undefined;
}

interface DirtyFile {
  readonly image: InodeImage;
  /** It has a name that nothing pending touched. */
  readonly isNamedElsewhere: boolean;
  /** What it holds, by the answers for its own changes. */
  readonly prints: Map<string, number>;
}

export class CrashPrints {
  readonly #image: CrashImage;
  readonly #slots: Slot[] = [];
  /** By unit: which names it sets, and to what. */
  readonly #sets: { readonly slot: number; readonly after: Inode | undefined }[][] = [];
  readonly #dirty = new Map<Inode, DirtyFile>();
  readonly #clean = new Map<Inode, number>();
  readonly #numbers = new Map<string, number>();
  readonly #names: (Inode | undefined)[] = [];
  readonly #hash = new RollingHash();

  constructor(disk: VirtualDisk, image: CrashImage) {
    this.#image = image;
    for (const unit of image.units) this.#sets.push(this.#setsOf(unit));
    for (const file of image.inodes)
      this.#dirty.set(file.inode, { image: file, isNamedElsewhere: this.#isNamedElsewhere(disk, file.inode), prints: new Map() });
  }

  /** Two lists of answers have the same print exactly if they leave disks on which the same can be found. */
  of(answers: readonly number[]): string {
    const names = this.#names;
    for (let slot = 0; slot < this.#slots.length; slot += 1) names[slot] = this.#slots[slot]?.durable;
    for (let index = 0; index < this.#sets.length; index += 1)
      if (answers[index] === KEPT) for (const { slot, after } of this.#sets[index] ?? []) names[slot] = after;
    const hash = this.#hash;
    hash.reset();
    for (const inode of names) hash.mix(inode === undefined ? 0 : this.#printOf(inode, answers));
    for (const { image, isNamedElsewhere } of this.#dirty.values()) hash.mix(isNamedElsewhere ? this.#printOf(image.inode, answers) : 0);
    return hash.hex();
  }

  #setsOf({ entry }: CrashUnit): { readonly slot: number; readonly after: Inode | undefined }[] {
    return (entry?.slots ?? []).map((change) => ({ slot: this.#slotOf(change), after: change.after }));
  }

  /** Changes come in their order, so the first one that sets a name knows what it named before. */
  #slotOf({ directory, name, before }: SlotChange): number {
    const known = this.#slots.findIndex((slot) => slot.directory === directory && slot.name === name);
    if (known >= 0) return known;
    this.#slots.push({ directory, name, durable: before });
    return this.#slots.length - 1;
  }

  #isNamedElsewhere(disk: VirtualDisk, inode: Inode): boolean {
    const named = this.#slots.filter(({ directory, name }) => disk.lookup(directory, name) === inode).length;
    return inode.isDirectory ? named === 0 : inode.nlink > named;
  }

  /** From 1: no name at all is 0. */
  #number(print: string): number {
    let number = this.#numbers.get(print);
    if (number === undefined) {
      number = this.#numbers.size + 1;
      this.#numbers.set(print, number);
    }
    return number;
  }

  #printOf(inode: Inode, answers: readonly number[]): number {
    const file = this.#dirty.get(inode);
    if (file === undefined) {
      let print = this.#clean.get(inode);
      if (print === undefined) {
        print = this.#number(printOf(inode));
        this.#clean.set(inode, print);
      }
      return print;
    }
    let own = '';
    for (const unit of file.image.units) own += String.fromCharCode(answers[unit] ?? LOST);
    let print = file.prints.get(own);
    if (print === undefined) {
      this.#image.applyTo(file.image, answers);
      print = this.#number(printOf(inode));
      this.#image.restoreTo(file.image);
      file.prints.set(own, print);
    }
    return print;
  }
}

/** A directory is told by its number: what happened to the names in it is told by the names. */
function printOf(inode: Inode): string {
  const hash = new RollingHash();
  hash.mix(inode.mode);
  const { content } = inode;
  if (inode.isSymlink) hash.mixString(inode.target);
  else if (!inode.isFile || content === undefined) hash.mix(inode.ino);
  else {
    hash.mix(content.size);
    for (const byte of content.slice(0, content.size)) hash.mix(byte);
  }
  return hash.hex();
}
