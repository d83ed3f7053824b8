/** Passes over virtual time: what was written to take long takes less, and what happened late happens early. */
import { Places } from './look-near.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import type { SimulationCandidate } from './simulation-candidate.ts';

type Pass = ShrinkPass<SimulationCandidate>;

/** Times that were written, as short as the failure lets them be: none at all, or whatever halving the distance finds. */
export const shorterTimes: Pass = {
  name: 'shorter times',
  *offer(from): Offers<SimulationCandidate> {
    let current = from;
    for (const [name, written] of from.ran.durations) {
      let [tooShort, enough] = [-1, written];
      for (let next = 0; next > tooShort && next < enough; next = Math.floor((tooShort + enough) / 2)) {
        const kept: SimulationCandidate | undefined = yield { ...current, durations: { ...current.durations, [name]: next } };
        if (kept === undefined) tooShort = next;
        else [current, enough] = [kept, next];
      }
    }
  },
};

/** Enough for the rounds of a loop in a test; what repeats more often shows early in the first of them. */
const PLACES_MAX = 24;

/**
 * The same answers where their questions come up for the first time: what goes wrong in the tenth round of a loop often goes wrong in the
 * first one as well. Kept only if the run takes less time and no more answers.
 */
export const earlier: Pass = {
  name: 'earlier',
  *offer(from): Offers<SimulationCandidate> {
    const { answers, ran } = from;
    if (ran.virtualTimeMs === 0 || ran.passed.every((passed) => passed === 0)) return;
    const places = new Places(answers.length, ran.passed);
    for (let tried = 0; tried < PLACES_MAX; tried += 1) {
      const skips = places.next();
      if (skips === undefined) return;
      const kept = yield { ...from, skips, answersMax: answers.length + 1, timeMaxMs: ran.virtualTimeMs };
      if (kept !== undefined) return;
    }
  },
};
