/** Which mutations do not rest: one random number finds one, however many do. */
import type { FuzzRandom } from './fuzz-random.ts';

export class AwakeOperators {
  readonly #awake: Uint8Array;
  #count = 0;
  /** What the list was made for. */
  #resting: number | undefined;

  constructor(operators: number) {
    this.#awake = new Uint8Array(operators);
  }

  /** Bit i set: the i-th rests; if all do, none does. */
  rest(resting: number): void {
    if (resting === this.#resting) return;
    this.#fill(resting);
    if (this.#count === 0) this.#fill(0);
    this.#resting = resting;
  }

  one(random: FuzzRandom): number {
    return this.#awake[random.below(this.#count)] ?? 0;
  }

  #fill(resting: number): void {
    this.#count = 0;
    for (let operator = 0; operator < this.#awake.length; operator += 1) {
      if (((resting >>> operator) & 1) === 1) continue;
      this.#awake[this.#count] = operator;
      this.#count += 1;
    }
  }
}
