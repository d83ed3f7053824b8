/**
 * The last inputs of a search, to find out later which of them did something. They are copied from where a call is announced into a row of
 * words that is written round and round: to keep the inputs themselves costs the collector of garbage far more than that.
 */
import { Due } from './due.ts';
import { storedInput, type SharedState, type UnitBytes } from './shared-state.ts';

/** So many are remembered, to find out which of them changed something: more than there are between two looks. */
export const RECENT = 8192;
const COMPARED_EVERY = 1024;
const COMPARED_EVERY_MAX = RECENT >> 1;
/** As much as the nearest memory of a processor holds along with everything else: it is written round and round. */
const WORDS = 1 << 20;
/** Up to here a loop costs less than the call that copies. */
const SHORT_MAX = 256;

/** How far apart the whole language is compared with what it was. */
export function comparedEvery(executed: number): number {
  return Math.min(COMPARED_EVERY_MAX, Math.max(COMPARED_EVERY, executed >> 5));
}

export class RecentInputs {
  readonly #shared: SharedState;
  readonly #from: Int32Array;
  readonly #words: Int32Array;
  /** Of each input: where it begins; and its bytes, with the bytes of a unit in the last two bits. */
  readonly #starts = new Int32Array(RECENT);
  readonly #lengths = new Int32Array(RECENT);
  #count = 0;
  #at = 0;
  /** Words written since the last look at what the inputs have changed. */
  #unseen = 0;
  readonly #look = new Due(0);

  constructor(shared: SharedState, words = WORDS) {
    const { buffer, byteOffset, length } = shared.input;
    this.#shared = shared;
    this.#from = new Int32Array(buffer, byteOffset, length >> 2);
    // However long inputs may be, some have room.
    this.#words = new Int32Array(Math.max(words, this.#from.length * 8));
  }

  /** The input of the call that was announced last. */
  add(): void {
    const { inputBytes, unitBytes } = this.#shared;
    const from = this.#from;
    const to = this.#words;
    const words = (inputBytes + 3) >> 2;
    const start = this.#at + words > to.length ? 0 : this.#at;
    if (words > SHORT_MAX) to.set(from.subarray(0, words), start);
    else for (let next = 0; next < words; next += 1) to[start + next] = from[next] ?? 0;
    const index = this.#count & (RECENT - 1);
    this.#starts[index] = start;
    this.#lengths[index] = (inputBytes << 2) | unitBytes;
    this.#count += 1;
    this.#at = start + words;
    this.#unseen += words;
  }

  /** Whether inputs may soon be forgotten before anybody has looked. */
  get isFull(): boolean {
    return this.#unseen > this.#words.length >> 1;
  }

  /** Whether it is time to look at what they have changed; true once. */
  isLookDue(executed: number): boolean {
    if (!this.#look.isDue(executed, comparedEvery(executed)) && !this.isFull) return false;
    this.#unseen = 0;
    return true;
  }

  /** As they are stored, the newest first. */
  *stored(): Generator<Uint8Array> {
    let end = this.#at;
    let least = 0;
    for (let index = this.#count - 1; index >= Math.max(0, this.#count - RECENT); index -= 1) {
      const start = this.#starts[index & (RECENT - 1)] ?? 0;
      // Behind the end of the row lies what was written the time before, as far as it still stands.
      if (start > end) least = this.#at;
      if (start < least) return;
      end = start;
      const length = this.#lengths[index & (RECENT - 1)] ?? 0;
      yield storedInput(new Uint8Array(this.#words.buffer, start * 4, length >> 2), (length & 3) as UnitBytes); // as they were put together
    }
  }
}
