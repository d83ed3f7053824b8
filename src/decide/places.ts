/**
 * What was tried at the places runs came to, for a walk that wants to see what it has not seen. A place is known by the class of the
 * schedule that led there, so equivalent beginnings share what they have tried. Where everything behind an answer was seen, the walk
 * goes another way; and a place with nothing left behind any answer is itself nothing to go back to.
 */

/** Beyond this nothing is remembered; by then most places are new anyway. */
const PLACES_MAX = 500_000;
/** One bit for each answer; further ones are as good as tried. */
const ANSWERS_MAX = 31;

export class Places {
  /** One bit for each answer that was given there, and for each behind which nothing is left. */
  readonly #tried = new Map<number, number>();
  readonly #finished = new Map<number, number>();
  /** Of the walk under way: the places it came by, how many answers they had, and which it took. */
  readonly #path: number[] = [];
  readonly #counts: number[] = [];
  readonly #taken: number[] = [];

  /** For another walk. */
  begin(): void {
    this.#path.length = 0;
    this.#counts.length = 0;
    this.#taken.length = 0;
  }

  /** An answer that was not given at this place before, the wished one first; then one that leads somewhere new; and then, as where it is fixed, the wished one. */
  answer(hi: number, lo: number, count: number, wished: number, isFixed = false): number {
    const place = (hi >>> 11) * 2 ** 32 + (lo >>> 0);
    const answers = Math.min(count, ANSWERS_MAX);
    const tried = this.#tried.get(place) ?? 0;
    if (tried === 0 && this.#tried.size >= PLACES_MAX) return wished;
    const answer = isFixed
      ? wished
      : (outside(tried, answers, wished) ?? outside(this.#finished.get(place) ?? 0, answers, wished) ?? wished);
    if (answer < answers) this.#tried.set(place, tried | (1 << answer));
    this.#path.push(place);
    this.#counts.push(answers);
    this.#taken.push(answer);
    return answer;
  }

  /** The walk is over: behind what it answered last there is nothing left, and so on backwards. */
  end(): void {
    for (let at = this.#path.length - 1; at >= 0; at -= 1) {
      const place = this.#path[at] ?? 0;
      const answers = this.#counts[at] ?? 0;
      const answer = this.#taken[at] ?? 0;
      if (answer >= answers) return;
      const finished = (this.#finished.get(place) ?? 0) | (1 << answer);
      this.#finished.set(place, finished);
      if (finished !== 2 ** answers - 1) return;
    }
  }
}

/** The first answer from the wished one on, and round, that is not among these. */
function outside(these: number, answers: number, wished: number): number | undefined {
  for (let step = 0; step < answers; step += 1) {
    const answer = (wished + step) % answers;
    if ((these & (1 << answer)) === 0) return answer;
  }
  return undefined;
}
