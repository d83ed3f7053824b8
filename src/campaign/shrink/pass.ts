/**
 * The words every shrinker shares. A pass offers smaller candidates one at a time and is told what
 * became of each, so that it can go on from there; it knows nothing about budgets or oracles.
 */

/** Yields candidates; receives the candidate as it was kept, or undefined when it lost the failure. */
export type Offers<C> = Generator<C, void, C | undefined>;

/** Like Offers, for parts of a pass: returns the candidate it ended with. */
export type Search<C> = Generator<C, C, C | undefined>;

export interface ShrinkPass<C> {
  readonly name: string;
  /**
   * Every candidate must be smaller than the one it was made from, in an order without endless
   * descent; and a pass whose offers were all refused must have tried every single element.
   */
  readonly offer: (from: C) => Offers<C>;
}
