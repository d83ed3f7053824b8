/**
 * Typed envelopes for what `Rollback.save` hands out. The caller holds an opaque token; only the file
 * that sealed a state can open it again, so `load` needs no cast and notices a token of another kind.
 */
import { present } from '../base/assert.ts';

export interface SavedStates<T> {
  seal(state: T): object;
  open(saved: unknown): T;
}

export function savedStates<T>(owner: string): SavedStates<T> {
  const states = new WeakMap<object, { readonly state: T }>();
  return {
    seal(state) {
      const token = Object.freeze({ owner });
      states.set(token, { state });
      return token;
    },
    open(saved) {
      const found = typeof saved === 'object' && saved !== null ? states.get(saved) : undefined;
      return present(found, `not a saved state of ${owner}`).state;
    },
  };
}
