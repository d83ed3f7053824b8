/**
 * What was tried at the places runs came to, for a walk that wants to see what it has not seen. A place is known by the class of the
 * schedule that led there, so equivalent beginnings share what they have tried.
 */

/** Beyond this nothing is remembered; by then most places are new anyway. */
const PLACES_MAX = 500_000;
/** One bit for each answer; further ones are as good as tried. */
const ANSWERS_MAX = 31;

export class Places {
  readonly #tried = new Map<number, number>();

  /** An answer that was not given at this place before, the wished one first; where everything was tried, the wished one. */
  untried(hi: number, lo: number, count: number, wished: number): number {
    const place = (hi >>> 11) * 2 ** 32 + lo;
    const tried = this.#tried.get(place) ?? 0;
    if (tried === 0 && this.#tried.size >= PLACES_MAX) return wished;
    const answers = Math.min(count, ANSWERS_MAX);
    for (let step = 0; step < answers; step += 1) {
      const answer = (wished + step) % answers;
      if ((tried & (1 << answer)) !== 0) continue;
      this.#tried.set(place, tried | (1 << answer));
      return answer;
    }
    return wished;
  }
}
