/**
 * Names transitions and questions by what caused them: which transition they came up in, what they are, and the how-manieth of that kind
 * there. Such a name stays the same when other things happen in another order, more often or not at all, so an answer can be found again
 * after a run was shrunk or its subject edited. Whoever needs no names keeps no chronicle and pays nothing.
 */
import { RollingHash } from '../base/rolling-hash.ts';

/** Nothing caused it: the run began with it. */
export const NO_CAUSE = 0;

export class Chronicle {
  readonly #names: string[] = [''];
  readonly #hash = new RollingHash();
  /** What has come up so far in the course of the transition under way. */
  #seen = new Map<string, number>();
  /** What has come up without a cause; this goes on whenever there is none. */
  #causeless = this.#seen;
  #running = NO_CAUSE;

  /** For another run. */
  forget(): void {
    this.#names.length = 1;
    this.#seen = new Map();
    this.#causeless = this.#seen;
    this.#running = NO_CAUSE;
  }

  /** Something that will run has come up. Returns its number in this run. */
  born(what: string): number {
    this.#names.push(this.#name(what));
    return this.#names.length - 1;
  }

  /** From now on everything comes up in the course of this one. */
  runs(number: number): void {
    this.#running = number;
    this.#seen = number === NO_CAUSE ? this.#causeless : new Map();
  }

  /** The name of a question that is being asked now. */
  asked(what: string): string {
    return this.#name(`? ${what}`);
  }

  nameOf(number: number): string {
    return this.#names[number] ?? '';
  }

  #name(what: string): string {
    const nth = this.#seen.get(what) ?? 0;
    this.#seen.set(what, nth + 1);
    this.#hash.reset();
    this.#hash.mixString(this.nameOf(this.#running));
    this.#hash.mixString(what);
    this.#hash.mix(nth);
    return this.#hash.hex();
  }
}
