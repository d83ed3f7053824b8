/** What changes slowly while a search goes on: how long inputs may be, and which mutators rest in this epoch. */
import { ALL_RESTING } from './mutators.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';

const EPOCH = 4096;
const LENGTH_START = 32;
const PATIENCE = 400;

export class Schedule {
  sizeMax: number;
  readonly #limit: number;
  readonly #off: number;
  #lastFresh = 0;

  constructor(limit: number, off: number) {
    this.#limit = limit;
    this.#off = off;
    this.sizeMax = Math.min(limit, LENGTH_START);
  }

  /** Short inputs run fast and are understood by people; longer ones come when the short ones teach nothing new. */
  grow(executed: number): void {
    if (this.sizeMax >= this.#limit || executed - this.#lastFresh < PATIENCE * Math.log2(this.sizeMax)) return;
    this.sizeMax = Math.min(this.#limit, this.sizeMax * 2);
    this.#lastFresh = executed;
  }

  learned(executed: number, size: number): void {
    this.#lastFresh = executed;
    this.sizeMax = Math.min(this.#limit, Math.max(this.sizeMax, size * 2));
  }

  isEpoch(executed: number): boolean {
    return executed % EPOCH === 0;
  }

  /** A random half of the mutators rests, in two epochs of three: what is rare in the crowd gets its turn. */
  resting(random: FuzzRandom): number {
    if (random.oneIn(3)) return this.#off;
    const resting = this.#off | (random.nextU32() & ALL_RESTING);
    return resting === ALL_RESTING ? this.#off : resting;
  }
}
