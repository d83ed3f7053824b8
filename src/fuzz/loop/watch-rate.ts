/**
 * Which executions are watched: of any, and more often of those made to pass a comparison. Watching costs about as much as two calls that are
 * not, so where it has long shown nothing new it becomes rarer, until something is new again. Known code in a new combination is a step on the
 * way at best: in a target with many ways there is one every now and then for ever, so it only makes up for some of what showed nothing.
 */
const EVERY = 16;
const AIMED_EVERY = 4;
/** So many in a row that showed nothing halve the rate; four times as many halve it again. */
const IDLE = 4096;
const IDLE_LONG = IDLE * 4;
/** The part of them that a new combination makes up for. */
const EASED_PART = 8;

export class WatchRate {
  #idle = 0;

  isDue(executed: number, isAimed: boolean): boolean {
    const halvings = this.#idle < IDLE ? 0 : this.#idle < IDLE_LONG ? 1 : 2;
    const last = ((isAimed ? AIMED_EVERY : EVERY) << halvings) - 1;
    return (executed & last) === last;
  }

  /** Whether one that was watched is a step on the way to something new: known code in a new combination, or closer to passing a comparison. */
  isStep(isMix: boolean, isCloser: boolean): boolean {
    if (isCloser) this.learned();
    else if (isMix) this.eased();
    else this.missed();
    return isMix || isCloser;
  }

  /** One was watched and showed nothing new. */
  missed(): void {
    this.#idle += 1;
  }

  /** One showed a combination that was new. */
  eased(): void {
    this.#idle -= Math.ceil(this.#idle / EASED_PART);
  }

  /** One came closer to passing a comparison, or reached code that nobody knew, watched or not. */
  learned(): void {
    this.#idle = 0;
  }
}
