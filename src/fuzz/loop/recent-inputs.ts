/** The last inputs of a search, to find out later which of them did something: where in the row of inputs each one stands. */
import { Due } from './due.ts';
import { storedInput, type SharedState, type UnitBytes } from './shared-state.ts';

/** So many are remembered, to find out which of them changed something: more than there are between two looks. */
export const RECENT = 8192;
const COMPARED_EVERY = 1024;
const COMPARED_EVERY_MAX = RECENT >> 1;

/** How far apart the whole language is compared with what it was. */
export function comparedEvery(executed: number): number {
  return Math.min(COMPARED_EVERY_MAX, Math.max(COMPARED_EVERY, executed >> 5));
}

export class RecentInputs {
  readonly #shared: SharedState;
  /** Of each input: where it begins; and its bytes, with the bytes of a unit in the last two bits. */
  readonly #starts = new Int32Array(RECENT);
  readonly #lengths = new Int32Array(RECENT);
  #count = 0;
  /** Words written since the last look at what the inputs have changed. */
  #unseen = 0;
  readonly #look = new Due(0);

  constructor(shared: SharedState) {
    this.#shared = shared;
  }

  /** The input of the call that was announced last. */
  add(): void {
    const { inputBytes, inputStart, unitBytes } = this.#shared;
    const index = this.#count & (RECENT - 1);
    this.#starts[index] = inputStart;
    this.#lengths[index] = (inputBytes << 2) | unitBytes;
    this.#count += 1;
    this.#unseen += this.#shared.keep();
  }

  /** Whether inputs may soon be forgotten before anybody has looked. */
  get isFull(): boolean {
    return this.#unseen > this.#shared.ring.words.length >> 1;
  }

  /** Whether it is time to look at what they have changed; true once. */
  isLookDue(executed: number): boolean {
    if (!this.#look.isDue(executed, comparedEvery(executed)) && !this.isFull) return false;
    this.#unseen = 0;
    return true;
  }

  /** As they are stored, the newest first. */
  *stored(): Generator<Uint8Array> {
    const { ring } = this.#shared;
    const next = ring.inputMax >> 2;
    let end = ring.at;
    // Where the next input may be announced, nothing is as it was: behind the newest one, or at the beginning.
    let least = ring.room(next) === ring.at ? 0 : next;
    for (let index = this.#count - 1; index >= Math.max(0, this.#count - RECENT); index -= 1) {
      const start = this.#starts[index & (RECENT - 1)] ?? 0;
      // Behind the end of the row lies what was written the time before.
      if (start > end) least = ring.at + next;
      if (start < least) return;
      end = start;
      const length = this.#lengths[index & (RECENT - 1)] ?? 0;
      yield storedInput(ring.copy(start, length >> 2), (length & 3) as UnitBytes); // as they were put together
    }
  }
}
