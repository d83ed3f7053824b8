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
