/**
 * Which executions are watched: of any, and more often of those made to pass a comparison. Watching costs about as much as two calls that are
 * not, so where it has long shown nothing new it becomes rarer, until something is new again.
 */
const EVERY = 16;
const AIMED_EVERY = 4;
/** So many in a row that showed nothing halve the rate; four times as many halve it again. */
const IDLE = 4096;
const IDLE_LONG = IDLE * 4;

export class WatchRate {
  #idle = 0;

  isDue(executed: number, isAimed: boolean): boolean {
    const halvings = this.#idle < IDLE ? 0 : this.#idle < IDLE_LONG ? 1 : 2;
    const last = ((isAimed ? AIMED_EVERY : EVERY) << halvings) - 1;
    return (executed & last) === last;
  }

  /** One was watched, or reached code that nobody knew. */
  note(isNews: boolean): void {
    this.#idle = isNews ? 0 : this.#idle + 1;
  }
}
