/**
 * Typed envelopes for what `Rollback.save` hands out. The caller holds an opaque token; only the file
 * that sealed a state can open it again, so `load` needs no cast and notices a token of another kind.
 */
import { Bug } from '../base/assert.ts';

export interface SavedStates<T> {
  seal(state: T): object;
  open(saved: unknown): T;
}

export function savedStates<T>(owner: string): SavedStates<T> {
  /** A class per owner: the private field is both the content and the proof of origin. */
  class Sealed {
    readonly #state: T;

    constructor(state: T) {
      this.#state = state;
    }

    static open(saved: unknown): T {
      if (typeof saved === 'object' && saved !== null && #state in saved) return saved.#state;
      throw new Bug(`not a saved state of ${owner}`);
    }
  }
  return { seal: (state) => new Sealed(state), open: (saved) => Sealed.open(saved) };
}
