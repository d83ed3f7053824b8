/**
 * The one shrinker. It takes any kind of candidate, a list of passes and an oracle, and goes round
 * the passes until each of them, one after the other, found nothing more to take away: then the
 * result is minimal with regard to every single element. Whoever drives it decides when to stop.
 */
import { present } from '../../base/assert.ts';
import type { ShrinkPass } from './pass.ts';

export interface MinimiseOptions<C> {
  readonly start: C;
  readonly passes: readonly ShrinkPass<C>[];
  /** Equal for candidates that would run alike; none is executed twice. */
  readonly keyOf: (candidate: C) => string;
  /** Asked before each candidate. */
  readonly stop: () => 'budget' | 'interrupted' | undefined;
}

export interface Minimised<C> {
  readonly best: C;
  readonly stoppedBy: 'minimal' | 'budget' | 'interrupted';
  /** Executed candidates. */
  readonly candidates: number;
}

/**
 * Yields the candidates that are to be executed. Whoever drives it gives each back, completed with what its run taught, if it shows the
 * same failure, and undefined otherwise; so it is up to the driver when candidates run, and where.
 */
export function* minimise<C>(options: MinimiseOptions<C>): Generator<C, Minimised<C>, C | undefined> {
  const { passes } = options;
  const tried = new Set([options.keyOf(options.start)]);
  let best = options.start;
  let candidates = 0;
  /** Passes in a row that found nothing. */
  let idle = 0;
  for (let turn = 0; idle < passes.length; turn += 1) {
    const offers = present(passes[turn % passes.length], 'a turn has its pass').offer(best);
    idle += 1;
    for (let offer = offers.next(); offer.done !== true; ) {
      const stoppedBy = options.stop();
      if (stoppedBy !== undefined) return { best, stoppedBy, candidates };
      const key = options.keyOf(offer.value);
      let kept: C | undefined;
      if (!tried.has(key)) {
        tried.add(key);
        candidates += 1;
        kept = yield offer.value;
      }
      if (kept !== undefined) {
        best = kept;
        idle = 0;
        tried.add(options.keyOf(kept));
      }
      offer = offers.next(kept);
    }
  }
  return { best, stoppedBy: 'minimal', candidates };
}
