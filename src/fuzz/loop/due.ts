/** Something that is done again and again, so many executions apart. */
export class Due {
  #at: number;

  constructor(first: number) {
    this.#at = first;
  }

  /** True at most once for `every` executions. */
  isDue(executed: number, every: number): boolean {
    if (executed < this.#at) return false;
    this.#at = executed + every;
    return true;
  }
}

const SAMPLED_EVERY = 256;

/** How far apart any input is looked at with everything: not far in the beginning, and later the farther the more there have been. */
export function sampledEvery(executed: number): number {
  return Math.max(Math.min(SAMPLED_EVERY, executed >> 4), executed >> 7);
}

const PUMPED_EVERY = 1024;

/** How far apart any input is made longer and longer, to see whether that takes long. */
export function pumpedEvery(executed: number): number {
  return Math.max(PUMPED_EVERY, executed >> 7);
}
